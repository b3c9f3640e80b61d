const firstBytes = 64 * 1024;

/**
 * Bytes that come in pieces, put together as they come. Pieces that are kept until the last one is there outlive the collections of young
 * garbage, and each upload of large photos then costs a collection of everything: 50 ms (measured).
 */
export class Gathered {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    // A transfer gives back at once what is too small now.
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
