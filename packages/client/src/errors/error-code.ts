import type { ServiceErrorCode } from "./service-error-code.ts";

/** What only version 2 answers. `unknown` is a text that is none of its own. */
type V2ErrorCode = "invalid_url" | "domain_not_allowed" | "download_failed" | "invalid_base64" | "unknown";

/** A service that is newer than this client may answer with others: any string is one, and editors still offer those that are known. */
export type ErrorCode = ServiceErrorCode | V2ErrorCode | (string & {});
