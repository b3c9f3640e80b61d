import { OperatorError } from "@selfsame/platform/operator-error";

/** Explains why a model's file or folder cannot be read; undefined for other errors. */
export function unreadable(error: unknown, path: string): OperatorError | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const messages: Readonly<Record<string, string>> = {
    EACCES: "this user may not read it. Let it read the folder and its files",
    EPERM: "this user may not read it. Let it read the folder and its files",
    ENOTDIR: "a part of its path is a file. Name a folder",
    EISDIR: "it is a folder. Remove it",
    EIO: "its disk fails. Use another one",
    ELOOP: "its links lead in a circle. Remove them",
  };
  const message = messages[code ?? ""];
  if (message === undefined) return undefined;
  return new OperatorError(`${path} cannot be read: ${message}, or set SELFSAME_MODELS_DIR to another folder.`, {
    cause: error,
  });
}

/** Explains a file system error; undefined for other errors. */
export function fileProblem(error: unknown, dir: string): OperatorError | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const messages: Readonly<Record<string, string>> = {
    ENOSPC: `The disk is full: the models could not be stored in ${dir}. Nothing was kept.`,
    EDQUOT: `The disk quota is used up: the models could not be stored in ${dir}. Nothing was kept.`,
    EACCES: `${dir} may not be written to. Set SELFSAME_MODELS_DIR to a folder that may.`,
    EPERM: `${dir} may not be written to. Set SELFSAME_MODELS_DIR to a folder that may.`,
    EROFS: `${dir} is on a read-only file system. Set SELFSAME_MODELS_DIR to a folder that may be written to.`,
    ENOTDIR: `${dir} cannot be a folder: a part of its path is a file. Set SELFSAME_MODELS_DIR to another.`,
    EEXIST: `${dir} cannot be a folder: there is a file of that name. Set SELFSAME_MODELS_DIR to another.`,
  };
  const message = messages[code ?? ""];
  return message === undefined ? undefined : new OperatorError(message, { cause: error });
}
