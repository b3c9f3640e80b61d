/** How long the old secret works beside the new one after a rotation, in seconds. */
export const overlapSecondsUsual = 24 * 3600;
export const overlapSecondsMax = 7 * 24 * 3600;
