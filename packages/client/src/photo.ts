import { PhotoError } from "./errors/photo-error.ts";

/** A photo's bytes, or where to read them. A string is a file path or a `data:` or `file:` URL; bare base64 is rejected. */
export type Photo =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | string
  | URL;

/** Reads the whole photo into memory: a stream can be read only once, and a retry has to send the photo again. */
export async function readPhoto(photo: Photo, param: string): Promise<Blob> {
  if (photo instanceof Blob) return photo;
  if (photo instanceof ArrayBuffer) return new Blob([photo]);
  if (photo instanceof Uint8Array) return new Blob([photo as Uint8Array<ArrayBuffer>]);
  if (typeof photo === "string") return readText(photo, param);
  if (photo instanceof URL) return readText(photo.href, param);
  if (isStream(photo)) return readStream(photo, param);
  throw new PhotoError(param, "give a Blob, a Uint8Array, a stream or the path of a file");
}

async function readText(text: string, param: string): Promise<Blob> {
  if (/^data:/i.test(text)) return readDataUrl(text, param);
  if (/^(?!file:)[a-z][a-z\d+.-]+:/i.test(text)) {
    throw new PhotoError(param, "a string is the path of a file, or a data: or file: URL; other URLs are not fetched");
  }
  // The beginnings of JPEG, PNG and WebP in base64. No system allows paths longer than 32,767 characters.
  if (/^(\/9j\/|iVBORw0KGgo|UklGR)/.test(text) || text.length > 32_767 || text.includes("\0")) {
    throw new PhotoError(
      param,
      'the string is not a path. For base64, pass Buffer.from(text, "base64") or a data: URL',
    );
  }
  return readFile(text.startsWith("file:") ? parseUrl(text, param) : text, param);
}

/** `data:image/jpeg;base64,...` (RFC 2397). */
function readDataUrl(url: string, param: string): Blob {
  const start = url.indexOf(",") + 1;
  if (start === 0 || !/;base64,$/i.test(url.slice(0, start))) {
    throw new PhotoError(param, "a data: URL must hold base64: data:image/jpeg;base64,...");
  }
  let binary: string;
  try {
    binary = atob(url.slice(start));
  } catch {
    throw new PhotoError(param, "the data: URL holds no valid base64");
  }
  return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))]);
}

/** File system errors quote the path, which may be a photo passed by mistake. So only the error code is reported. */
async function readFile(path: string | URL, param: string): Promise<Blob> {
  const files = fileSystem();
  if (files === undefined) throw new PhotoError(param, "there are no files here: give the bytes");
  try {
    return new Blob([await files.readFile(path)]);
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new PhotoError(param, `the file cannot be read${typeof code === "string" ? ` (${code})` : ""}`);
  }
}

function parseUrl(text: string, param: string): URL {
  if (!URL.canParse(text)) throw new PhotoError(param, "the file: URL is not valid");
  return new URL(text);
}

interface FileSystem {
  readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}

/** Exists in Node, Deno and Bun. Looked up at run time instead of imported, because bundlers for edge runtimes fail on the import. */
function fileSystem(): FileSystem | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): FileSystem } };
  return process?.getBuiltinModule?.("node:fs/promises");
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

/** Safari's ReadableStream is not async iterable yet. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (Symbol.asyncIterator in stream) {
    yield* stream as AsyncIterable<Uint8Array>;
    return;
  }
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
