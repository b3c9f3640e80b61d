/**
 * Frees memory that is read no more, where its collection would cost more than its use: photos and the pieces they arrive in are large beside
 * everything else in this process, and V8 collects the whole heap when enough of them wait.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  // Small buffers of Node are parts of a common one.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
