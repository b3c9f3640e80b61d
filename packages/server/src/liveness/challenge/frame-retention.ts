/**
 * For how many days the fingerprints of a challenge's pictures are stored; after that a picture counts as new again. The hosted page shows this
 * number, so it is in a file of its own.
 */
export const frameRetentionDays = 30;
