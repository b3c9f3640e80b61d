export const brandingPath = "/api/v3/branding";
