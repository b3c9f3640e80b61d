/** A point in pixels of the upright photo; x to the right, y down; pixel centres lie at .5. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An axis-aligned box in pixels of the upright photo; x and y are its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
