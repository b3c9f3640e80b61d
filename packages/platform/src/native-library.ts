import { OperatorError } from "./operator-error.ts";

/** `process.report` has the version of glibc, and none for musl. */
const hasGlibc = (): boolean => {
  const { header } = process.report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
};

/**
 * Explains why the system does not load a library of ONNX Runtime or sharp: another system, incomplete, or another C library.
 * @returns undefined for other errors
 */
export function nativeLibraryProblem(error: unknown): OperatorError | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = ofLoader(error) ?? ofSharp(error);
  if (found === undefined) return undefined;
  return new OperatorError(`The native library of ${found.name} cannot be loaded: ${found.why}. ${advice()}`, {
    cause: error,
  });
}

interface Unloaded {
  readonly name: string;
  readonly why: string;
}

/** Node's own error starts with the file, or with what is missing. */
function ofLoader(error: Error): Unloaded | undefined {
  if (!("code" in error) || error.code !== "ERR_DLOPEN_FAILED") return undefined;
  const { message, stack = "" } = error;
  const [, name = "ONNX Runtime or sharp"] =
    /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/:]+)/.exec(message + stack) ?? [];
  return { name, why: firstLine(message) };
}

/** sharp sets no code, but a page of advice that quotes the loader's error. */
function ofSharp({ message }: Error): Unloaded | undefined {
  if (!message.startsWith('Could not load the "sharp" module')) return undefined;
  const [, why = "there is none for this system"] =
    /^(?:ERR_DLOPEN_FAILED|Unsupported CPU): (.*)$/m.exec(message) ?? [];
  return { name: "sharp", why: firstLine(why) };
}

const firstLine = (text: string): string => (text.split("\n")[0] ?? "").replace(/\.$/, "").slice(0, 300);

function advice(): string {
  const again = "Install Selfsame again on this machine, without --omit=optional";
  if (process.platform !== "linux") return `${again}.`;
  const image = "the image of deploy/Dockerfile, or its base node:24-bookworm-slim";
  return hasGlibc()
    ? `${again}. On Linux it needs glibc, which Alpine does not have: there, use ${image}.`
    : `On Linux Selfsame needs glibc, and this system has musl, as Alpine does: use ${image}.`;
}
