/**
 * For how many days the fingerprints of a challenge's pictures are kept; after that a picture counts as new again. The hosted page
 * tells people this number, so it stands alone here.
 */
export const frameRetentionDays = 30;
