/** What a device signs beside its document: the session in which it was asked. */
import { cborDecode, QrHandover, SessionTranscript } from "@owf/mdoc";
import { z } from "zod";
import { isoName } from "./iso-transcript.ts";

const isoHandoverSchema = z.tuple([z.literal(isoName), z.instanceof(Uint8Array)]);
const isoTranscriptSchema = z.tuple([z.null(), z.null(), isoHandoverSchema]);

/** Of a request by a browser after ISO/IEC 18013-7, annex C, which the library does not know. */
class IsoHandover extends QrHandover {
  override get requiresReaderKey(): boolean {
    return false;
  }
  override get requiresDeviceEngagement(): boolean {
    return false;
  }
}
// Of another type than the one that it is derived from: the library exports no class above them.
Object.defineProperty(IsoHandover, "encodingSchema", { get: () => isoHandoverSchema });

/** @throws of CBOR that is no SessionTranscript */
export function sessionOf(transcript: Uint8Array): SessionTranscript {
  const iso = isoTranscriptSchema.safeParse(cborDecode(transcript));
  if (!iso.success) return SessionTranscript.decode(transcript);
  const [, , handover] = iso.data;
  return SessionTranscript.create({ handover: IsoHandover.fromEncodedStructure(handover as never) });
}
