import { anchorFileBytesMax } from "../../documents/anchors/account-anchors.ts";
import { bytesOf } from "./base64-text.ts";

/** Base64 takes four characters for three bytes, and some tools break lines. */
export const certificatesTextMax = Math.ceil(anchorFileBytesMax * 1.4);

/** A file of certificates as JSON holds it: PEM as it is, anything else as base64. */
export const certificatesOf = (text: string): Buffer | undefined =>
  text.includes("-----BEGIN") ? Buffer.from(text) : bytesOf(text.replaceAll(/\s/g, ""), certificatesTextMax);
