/** Of the words that the person agrees to: `consent` of the page, in every language. */
export const consentVersion = "2026-11.3";
