import type { ServiceErrorCode } from "./service-error-code.ts";

/** Codes that only version 2 returns. `unknown`: a message that is not one of its own. */
type V2ErrorCode = "invalid_url" | "domain_not_allowed" | "download_failed" | "invalid_base64" | "unknown";

/** Any string is allowed, because a newer service may return codes that this client does not know. Editors still suggest the known ones. */
export type ErrorCode = ServiceErrorCode | V2ErrorCode | (string & {});
