/** 50 megapixels: what the contracts allow, counted on the photo as stored. */
export const pixelsMax = 50_000_000;
