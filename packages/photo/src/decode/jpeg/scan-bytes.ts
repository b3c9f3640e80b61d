/** Entropy-coded bytes of a scan, without stuffing after 0xff; markers end each restart interval (ITU-T T.81, B.1.1.5 and E.1.4). */
export class ScanBytes {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Whether a marker is next. */
  get atMarker(): boolean {
    return this.#bytes[this.#at] === 0xff && this.#bytes[this.#at + 1] !== 0;
  }

  /** Fills `target`, at most up to the next marker. @returns the number of bytes */
  read(target: Uint8Array): number {
    let written = 0;
    while (written < target.length && this.#at < this.#bytes.length && !this.atMarker) {
      const piece = this.#bytes.subarray(this.#at, this.#at + target.length - written);
      const marked = piece.indexOf(0xff);
      const plain = marked < 0 ? piece : piece.subarray(0, marked);
      target.set(plain, written);
      written += plain.length;
      this.#at += plain.length;
      if (marked >= 0 && this.#bytes[this.#at + 1] === 0) {
        target[written++] = 0xff;
        this.#at += 2;
      }
    }
    return written;
  }

  /** Skips the next restart marker. @returns whether it is there and has the expected number */
  restart(number: number): boolean {
    if (!this.atMarker || this.#bytes[this.#at + 1] !== 0xd0 + (number & 7)) return false;
    this.#at += 2;
    return true;
  }
}
