import type { PhotoFault } from "@selfsame/photo/verify/photo";

/** Every error of version 2: its status and its text, frozen. */
export const v2Errors = {
  missing_key: [401, "Missing API key"],
  invalid_key: [401, "Invalid API key"],
  wrong_kind: [403, "This endpoint requires a private API key"],
  // For restricted keys, which did not exist when the contract was frozen.
  scope_missing: [403, "This API key may not call this endpoint"],
  address_not_allowed: [403, "This API key may not be used from this address"],
  rate_limited: [429, "Rate limit exceeded"],
  quota_exceeded: [429, "Monthly quota exceeded"],
  method_not_allowed: [405, "Method not allowed"],
  unsupported_content_type: [415, "Unsupported content type"],
  invalid_body: [400, "Invalid request body"],
  busy: [503, "Service busy"],
  internal: [500, "Internal server error"],
  invalid_url: [400, "Invalid URL format"],
  blocked: [403, "Domain not whitelisted"],
  failed: [500, "Failed to download image"],
  too_large: [413, "File too large"],
  unsupported_format: [415, "Unsupported image format"],
  unreadable: [500, "Failed to process image"],
  too_many_pixels: [500, "Failed to process image"],
  too_complex: [500, "Failed to process image"],
  invalid_base64: [400, "Invalid base64 image"],
  missing_photo: [400, "Photo is required"],
  no_face: [400, "No face detected"],
} as const satisfies Readonly<Record<string, readonly [status: number, text: string]>> &
  Readonly<Record<PhotoFault, unknown>>;

export type V2Error = keyof typeof v2Errors;
