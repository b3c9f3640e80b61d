import { type Portrait, readFaceRecord } from "./face-record.ts";
import { contentAt, readTlvs } from "./tlv.ts";

/**
 * The first face of data group 2 of a chip (ICAO Doc 9303-10, 4.7.2): biometric information templates (7F60) in a group (7F61), each with
 * its face record as 5F2E, or 7F2E where that is of ISO/IEC 39794-5.
 */
export function readDg2(bytes: Uint8Array): Portrait {
  const group = readTlvs(bytes);
  const [element] = group ?? [];
  if (group?.length !== 1 || element?.tag !== 0x75 || !readTlvs(element.content)) return "document_unreadable";
  const templates = contentAt(element.content, 0x7f61);
  if (!templates) return "document_portrait_missing";
  const inner = readTlvs(templates);
  if (!inner) return "document_unreadable";
  const first = inner.find(({ tag }) => tag === 0x7f60);
  if (!first) return "document_portrait_missing";
  const record = contentAt(first.content, 0x5f2e) ?? contentAt(first.content, 0x7f2e);
  if (record) return readFaceRecord(record);
  return readTlvs(first.content) ? "document_portrait_missing" : "document_unreadable";
}
