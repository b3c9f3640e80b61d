/** The newest 1,000 keys of the team, including expired and revoked ones. */
export const keysPath = "/api/v3/keys?limit=1000";

/** All active keys: a team has fewer than the limit. */
export const activeKeysPath = `${keysPath}&status=active`;
