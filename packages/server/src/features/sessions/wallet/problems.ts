/** Why a wallet's answer gave no portrait: as the timeline notes it, and what the person needs to know of it. */

/** Errors of OpenID4VP 1.0, 8.5, and of RFC 6749, 4.1.2.1. Any other is one of the wallet itself. */
const noted: ReadonlyMap<string, string> = new Map([
  // Also where the wallet has no such document: it does not reveal which.
  ["access_denied", "wallet_declined"],
  ["vp_formats_not_supported", "wallet_unsupported"],
  ["invalid_request", "wallet_unsupported"],
  ["invalid_client", "wallet_unsupported"],
  ["invalid_scope", "wallet_unsupported"],
  ["invalid_request_uri_method", "wallet_unsupported"],
  ["invalid_transaction_data", "wallet_unsupported"],
]);

/** @param error as the wallet sent it: it may be anything, and is stored nowhere */
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
  // Also of a request that somebody passed on to the page of another origin.
  ["document_audience_mismatch", "other_page"],
]);

/** What the page says of a problem: nothing by which a forger learns what was checked. */
export const walletReason = (problem: string): WalletReason => shown.get(problem) ?? "unusable";
