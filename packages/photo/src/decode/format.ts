// oxlint-disable no-control-regex -- the beginnings of photos hold such bytes
/** What decoders here read; JPEG 2000 only where a caller asks for it. */
export type PhotoFormat = "jpeg" | "png" | "gif" | "webp" | "jpeg2000";

const beginsWith: readonly (readonly [PhotoFormat, RegExp])[] = [
  ["jpeg", /^\u00ff\u00d8\u00ff/],
  ["png", /^\u0089PNG\r\n\u001a\n/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF[^]{4}WEBP/],
  // A JP2 file, or a bare codestream: SOC, followed by SIZ (ITU-T T.800, I.5.1 and A.4.1).
  ["jpeg2000", /^(?:\0\0\0\u000cjP {2}\r\n\u0087\n|\u00ff\u004f\u00ff\u0051)/],
];

/** By a photo's first bytes. Also for browsers: nothing of Node is used. @returns undefined for every other format */
export function formatOf(bytes: Uint8Array): PhotoFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return beginsWith.find(([, beginning]) => beginning.test(head))?.[0];
}

export const isJpeg2000 = (bytes: Uint8Array): boolean => formatOf(bytes) === "jpeg2000";
