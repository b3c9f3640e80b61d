/** The newest 1,000 keys of the team, ended ones included. */
export const keysPath = "/api/v3/keys?limit=1000";

/** All that can be used: a team has fewer of them. */
export const activeKeysPath = `${keysPath}&status=active`;
