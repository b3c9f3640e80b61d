/** Why a wallet's response gave no portrait: a detailed reason for the timeline, and a coarse one for the person. */

/** Errors of OpenID4VP 1.0, 8.5, and of RFC 6749, 4.1.2.1. Any other error is specific to the wallet. */
const noted: ReadonlyMap<string, string> = new Map([
  // Also sent if the wallet has no such document: it does not reveal the difference.
  ["access_denied", "wallet_declined"],
  ["vp_formats_not_supported", "wallet_unsupported"],
  ["invalid_request", "wallet_unsupported"],
  ["invalid_client", "wallet_unsupported"],
  ["invalid_scope", "wallet_unsupported"],
  ["invalid_request_uri_method", "wallet_unsupported"],
  ["invalid_transaction_data", "wallet_unsupported"],
]);

/** @param error the wallet's error code: untrusted text, not stored */
export const walletProblem = (error: string): string => noted.get(error) ?? "wallet_failed";

export const walletReasons = [
  "declined",
  "wallet_failed",
  "expired",
  "not_accepted",
  "not_returned",
  "other_page",
  "unusable",
] as const;
export type WalletReason = (typeof walletReasons)[number];

const shown: ReadonlyMap<string, WalletReason> = new Map([
  ["wallet_declined", "declined"],
  ["wallet_unsupported", "wallet_failed"],
  ["wallet_failed", "wallet_failed"],
  ["document_expired", "expired"],
  ["document_issuer_unknown", "not_accepted"],
  ["document_format_unsupported", "not_accepted"],
  // Also the case if somebody relayed the request to a page of another origin.
  ["document_audience_mismatch", "other_page"],
]);

/** The reason that the page shows: too coarse for a forger to learn what was checked. */
export const walletReason = (problem: string): WalletReason => shown.get(problem) ?? "unusable";
