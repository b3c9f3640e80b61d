/** The session that a device signs together with its document. */
import { cborDecode, QrHandover, SessionTranscript } from "@owf/mdoc";
import { z } from "zod";
import { isoName } from "./iso-transcript.ts";

const isoHandoverSchema = z.tuple([z.literal(isoName), z.instanceof(Uint8Array)]);
const isoTranscriptSchema = z.tuple([z.null(), z.null(), isoHandoverSchema]);

/** Handover of a browser's request by ISO/IEC 18013-7, annex C, which the library does not support. */
class IsoHandover extends QrHandover {
  override get requiresReaderKey(): boolean {
    return false;
  }
  override get requiresDeviceEngagement(): boolean {
    return false;
  }
}
// Set at run time: its type is not that of the base class, and the library exports no class above that.
Object.defineProperty(IsoHandover, "encodingSchema", { get: () => isoHandoverSchema });

/** @throws if the CBOR is no SessionTranscript */
export function sessionOf(transcript: Uint8Array): SessionTranscript {
  const iso = isoTranscriptSchema.safeParse(cborDecode(transcript));
  if (!iso.success) return SessionTranscript.decode(transcript);
  const [, , handover] = iso.data;
  return SessionTranscript.create({ handover: IsoHandover.fromEncodedStructure(handover as never) });
}
