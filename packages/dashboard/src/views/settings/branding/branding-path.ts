export const brandingPath = "/api/v3/branding";
export const consentTextsPath = "/api/v3/consent_texts";
