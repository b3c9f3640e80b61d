import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./encoding.ts";

const compressors = {
  br: (data: Uint8Array) =>
    promisify(brotliCompress)(data, {
      params: {
        // Higher effort makes weights an eighth smaller and takes ten times as long; a script takes a tenth of a second.
        [constants.BROTLI_PARAM_QUALITY]: data.length > 256 * 1024 ? 5 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
  gzip: promisify(gzip),
};

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  ts: "text/plain; charset=utf-8",
  html: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  webp: "image/webp",
  wasm: "application/wasm",
  onnx: "application/octet-stream",
};

/** A file as it is served. */
export interface ServedFile {
  readonly type: string;
  /** The first ten hex digits of the content's SHA-256. */
  readonly hash: string;
  body(encoding: Encoding): Promise<Uint8Array>;
}

/** @param name its extension decides the type */
export function servedText(name: string, text: string): ServedFile {
  return servedBytes(name, Buffer.from(text));
}

/** @param name its extension decides the type */
export function servedBytes(name: string, data: Uint8Array): ServedFile {
  return served(name, data, (encoding) =>
    encoding === "identity" ? Promise.resolve(data) : compressors[encoding](data),
  );
}

/** @param path where compressed forms may be stored, with .br and .gz appended; otherwise they are made on the first request */
export function servedFile(path: string, name = path): ServedFile {
  return served(name, readFileSync(path), async (encoding) => {
    const compressed = `${path}.${encoding === "gzip" ? "gz" : encoding}`;
    if (encoding !== "identity" && existsSync(compressed)) return readFile(compressed);
    const data = await readFile(path);
    return encoding === "identity" ? data : compressors[encoding](data);
  });
}

/**
 * Compressed forms stay in memory after the first request. The uncompressed content (14 MB for ONNX Runtime) is rarely requested: it stays only while
 * it is sent, and requests at the same time share it.
 */
function served(name: string, data: Uint8Array, read: (encoding: Encoding) => Promise<Uint8Array>): ServedFile {
  const forms = new Map<Encoding, Promise<Uint8Array>>();
  let content: WeakRef<Uint8Array> | undefined;
  return {
    type: types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    hash: createHash("sha256").update(data).digest("hex").slice(0, 10),
    async body(encoding) {
      const known = (encoding === "identity" && content?.deref()) || forms.get(encoding);
      if (known) return known;
      const reading = read(encoding);
      forms.set(encoding, reading);
      try {
        const form = await reading;
        if (encoding !== "identity") return form;
        content = new WeakRef(form);
      } catch (error) {
        forms.delete(encoding);
        throw error;
      }
      forms.delete(encoding);
      return reading;
    },
  };
}
