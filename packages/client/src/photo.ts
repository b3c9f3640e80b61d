import { PhotoError } from "./errors/photo-error.ts";

/** A photo's bytes, wherever they are. A string is the path of a file, a URL object a `file:` URL. */
export type Photo =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | string
  | URL;

/** Reads the photo whole: a retry has to send it again, and a stream can be read but once. */
export async function readPhoto(photo: Photo, param: string): Promise<Blob> {
  if (photo instanceof Blob) return photo;
  if (photo instanceof ArrayBuffer) return new Blob([photo]);
  if (photo instanceof Uint8Array) return new Blob([photo as Uint8Array<ArrayBuffer>]);
  if (typeof photo === "string" || photo instanceof URL) return readFile(photo, param);
  if (isStream(photo)) return readStream(photo, param);
  throw new PhotoError(param, "give a Blob, a Uint8Array, a stream or the path of a file");
}

async function readFile(path: string | URL, param: string): Promise<Blob> {
  if (/^(?!file:)[a-z][a-z\d+.-]+:/i.test(String(path))) {
    throw new PhotoError(param, "a string is taken as the path of a file, not as a URL or base64");
  }
  try {
    const bytes = await fileSystem().readFile(
      typeof path === "string" && path.startsWith("file:") ? new URL(path) : path,
    );
    return new Blob([bytes]);
  } catch (cause) {
    throw new PhotoError(param, "the file cannot be read", { cause });
  }
}

interface FileSystem {
  readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}

/** Node, Deno and Bun have it. Asked for in this way, and not imported, so that bundlers for the edge do not stumble over it. */
function fileSystem(): FileSystem {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileSystem } };
  if (!process?.getBuiltinModule) throw new Error("there are no files here");
  return process.getBuiltinModule("node:fs/promises");
}

const isStream = (value: unknown): value is ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> =>
  typeof value === "object" && value !== null && (Symbol.asyncIterator in value || "getReader" in value);

async function readStream(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  param: string,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const chunk of chunksOf(stream)) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  } catch (cause) {
    throw new PhotoError(param, "the stream broke off", { cause });
  }
  return new Blob(chunks);
}

/** Safari's ReadableStream cannot be iterated yet. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (Symbol.asyncIterator in stream) {
    yield* stream as AsyncIterable<Uint8Array>;
    return;
  }
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
