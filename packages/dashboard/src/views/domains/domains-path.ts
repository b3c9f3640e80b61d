export const domainsPath = "/api/v3/domains";
