export const oidcClientsPath = "/api/v3/oidc_clients";
