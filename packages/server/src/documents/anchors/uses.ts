import type { DocumentType } from "../document.ts";

/** Use of an authority that signs status lists of PIDs, but no PIDs. Uses are searched as substrings, so no name may be part of another. */
export const pidStatus = "pid_status";

/** What an authority is trusted for. */
export type AnchorUse = DocumentType | typeof pidStatus;
