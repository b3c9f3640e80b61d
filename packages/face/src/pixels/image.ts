/**
 * Pixels of one photo: upright, 8 bits a channel, rows from the top, no padding.
 * `channels` is 3 (RGB, what the server decodes to) or 4 (RGBA, what a browser canvas gives; alpha is ignored).
 * Immutable once used: smaller copies are cached (pyramid.ts).
 */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array | Uint8ClampedArray;
}
