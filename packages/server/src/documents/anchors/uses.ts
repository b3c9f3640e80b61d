import type { DocumentType } from "../document.ts";

/** Of an authority that signs status lists of PIDs, and no PIDs. No use's name is a part of another's. */
export const pidStatus = "pid_status";

/** What an authority is trusted for. */
export type AnchorUse = DocumentType | typeof pidStatus;
