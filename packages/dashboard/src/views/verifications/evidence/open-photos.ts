import { openPhoto, type PrivateKey, readPrivateKey } from "@selfsame/server/features/sessions/evidence/open-photo";
import { formatOf } from "@selfsame/photo/decode/format";
import type { SealedPhoto } from "./sealed-photos.tsx";

export type { PrivateKey };

/** Maximum file size: a private key as JWK has a few hundred bytes. */
const keyBytesMax = 64 * 1024;

/** @returns the private key, or an error message if the file contains none */
export async function privateKeyIn(file: File): Promise<PrivateKey | string> {
  if (!globalThis.crypto.subtle)
    return "Browsers decrypt only on pages served over HTTPS. Open the dashboard that way.";
  const key = file.size > keyBytesMax ? undefined : await readPrivateKey(await file.text());
  return key ?? "This file has no X25519 private key as JWK, or this browser cannot use one.";
}

/** `problem`: why the photo cannot be shown. */
export type Shown = { readonly url: string } | { readonly problem: string };

const others = {
  session: "It was sealed for another session, and does not belong here.",
  part: "It was sealed as another photo than it is listed as.",
  attempt: "It was sealed for another attempt than it is listed for.",
} as const;

/** Decrypts a photo in this browser. @returns an object URL, which the caller has to revoke */
export async function open(session: string, photo: SealedPhoto, key: PrivateKey): Promise<Shown> {
  const { part, attempt, jwe } = photo;
  const opened = await openPhoto(jwe, key, { session, part, attempt });
  switch (opened.outcome) {
    case "sealed_to_another_key":
      return { problem: "It was sealed to another key." };
    case "changed":
      return { problem: "It was changed after it was sealed, and cannot be opened." };
    case "of_another":
      return { problem: others[opened.what] };
    case "opened": {
      const format = formatOf(opened.bytes);
      if (!format || format === "jpeg2000")
        return { problem: "It is opened, but browsers cannot show its format. Open it with selfsame evidence open." };
      return { url: URL.createObjectURL(new Blob([new Uint8Array(opened.bytes)], { type: `image/${format}` })) };
    }
  }
}
