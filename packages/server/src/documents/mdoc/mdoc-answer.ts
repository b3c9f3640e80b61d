/** A wallet's response to a browser's request by ISO/IEC 18013-7, annex C: a DeviceResponse, encrypted by HPKE (RFC 9180). */
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { cborDecode } from "@owf/mdoc";
import type { JsonWebKey } from "node:crypto";
import { z } from "zod";
import { attempt, attemptLater } from "../attempt.ts";
import type { WalletAnswer } from "../wallet-answer.ts";
import { isPlainCbor } from "./cbor.ts";
import { isoName } from "./iso-transcript.ts";

export interface MdocAnswerQuestion {
  /** Base64url of CBOR. */
  readonly response: string;
  /** The private key to decrypt the response with. */
  readonly jwk: JsonWebKey;
  /** The SessionTranscript that the encryption is bound to. */
  readonly transcript: Uint8Array;
}

const bytes = z.instanceof(Uint8Array);
/** The encrypted response (C.3). */
const answerSchema = z.tuple([
  z.literal(isoName),
  z
    .instanceof(Map)
    .transform((map) => Object.fromEntries(map) as object)
    .pipe(z.object({ enc: bytes, cipherText: bytes })),
]);

/** The only algorithms that may be used (C.4). */
const suite = () => new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });

/** Decrypts a wallet's response, if it is encrypted for this request and for its page. */
export async function readMdocAnswer({ response, jwk, transcript }: MdocAnswerQuestion): Promise<WalletAnswer> {
  const file = Buffer.from(response, "base64url");
  const decoded = isPlainCbor(file) ? attempt<unknown>(() => cborDecode(file)) : undefined;
  const answer = answerSchema.safeParse(decoded);
  if (!answer.success) return { outcome: "unreadable" };
  const [, { enc, cipherText }] = answer.data;
  const opened = await attemptLater(async () => {
    const hpke = suite();
    const recipientKey = await hpke.kem.importKey("jwk", jwk, false);
    return hpke.open({ recipientKey, enc: copied(enc), info: copied(transcript) }, copied(cipherText));
  });
  if (!opened) return { outcome: "unreadable" };
  const presentation = Buffer.from(opened).toString("base64url");
  return { outcome: "presented", id: undefined, format: "mdoc", presentation };
}

/** The library accepts whole buffers only. */
const copied = (part: Uint8Array): ArrayBuffer => Uint8Array.from(part).buffer;
