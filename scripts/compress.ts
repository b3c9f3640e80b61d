import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/**
 * Compresses a file to NAME.br and NAME.gz next to it.
 * @param small compresses to the minimum, which takes ten times as long
 */
export function compress(path: string, small: boolean): void {
  const data = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: small ? constants.BROTLI_MAX_QUALITY : 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(data, { params }));
  writeFileSync(`${path}.gz`, gzipSync(data, { level: small ? 9 : 6 }));
}
