/**
 * Overwrites a photo, or a piece of one, that is no longer read, and frees its memory: what is freed keeps its content until it is used again. Photos and
 * their chunks are large compared to the rest of this process, and V8 collects the whole heap when enough of them wait.
 */
export function freeBytes(bytes: Uint8Array): void {
  overwrite(bytes);
  const { buffer, byteLength } = bytes;
  // Small Node buffers share one allocation and cannot be transferred.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Also of what may still be on its way to a worker, which keeps its memory until then. */
export function overwrite(bytes: Uint8Array): void {
  if (bytes.length > 0) bytes.fill(0);
}
