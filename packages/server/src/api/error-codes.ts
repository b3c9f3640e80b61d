import { v2Errors } from "./v2/errors.ts";
import { errorCatalog } from "./v3/errors.ts";

/** Whether the request log has this error code, of either version. */
export const isErrorCode = (text: string): boolean =>
  Object.hasOwn(errorCatalog, text) || Object.hasOwn(v2Errors, text);
