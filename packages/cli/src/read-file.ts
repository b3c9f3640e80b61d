import { readFile, stat } from "node:fs/promises";
import { OperatorError } from "@selfsame/platform/operator-error";

/** Reads a file that a command names. @throws OperatorError if it cannot be read, or is too large */
export async function readGivenFile(file: string, megabytesMax: number): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > megabytesMax * 1024 * 1024) throw new OperatorError(`${file} is larger than ${megabytesMax} MB.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}
