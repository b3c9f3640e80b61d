export const trustAnchorsBase = "/api/v3/trust_anchors";
/** All that a team can have. */
export const trustAnchorsPath = `${trustAnchorsBase}?limit=400`;
