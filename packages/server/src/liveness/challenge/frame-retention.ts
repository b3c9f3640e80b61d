/**
 * Days for which fingerprints of a challenge's pictures are stored; afterwards a picture counts as new again. A file of its own, because the hosted page
 * shows this number.
 */
export const frameRetentionDays = 30;
