/**
 * Frees memory that is no longer read. Photos and their chunks are large compared to the rest of this process, and V8 collects the whole heap when
 * enough of them wait.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // Small Node buffers share one allocation and cannot be transferred.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
