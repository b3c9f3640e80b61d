export const trustAnchorsBase = "/api/v3/trust_anchors";
/** The maximum number that a team can have. */
export const trustAnchorsPath = `${trustAnchorsBase}?limit=400`;
