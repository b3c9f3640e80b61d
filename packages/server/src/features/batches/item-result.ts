/** Result of one item. Codes are those of /verify, and two for photos that could not be downloaded. */
export type ItemResult =
  | {
      readonly status: "done";
      readonly match: boolean;
      /** Null below the threshold. */
      readonly similarity: number | null;
      readonly threshold: number;
      readonly false_match_rate: number | null;
      /** Number of references with a usable face. */
      readonly references_used: number;
      /** Set if the batch comes with receipts. */
      readonly receipt?: string;
    }
  | { readonly status: "failed"; readonly code: ItemCode; readonly param: string | null };

export const itemCodes = [
  "no_face",
  "file_too_large",
  "image_too_large",
  "image_too_complex",
  "image_unreadable",
  "unsupported_image_format",
  "url_not_allowed",
  "download_failed",
  "quota_exceeded",
  "template_invalid",
  "template_foreign",
  "template_key_deleted",
  "template_purpose_mismatch",
  "template_expired",
  "template_outdated",
  "internal_error",
] as const;
export type ItemCode = (typeof itemCodes)[number];
