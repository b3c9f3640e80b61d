import { type Portrait, readFaceRecord } from "./face-record.ts";
import { contentAt, readTlvs, withoutPadding } from "./tlv.ts";

/**
 * Reads the first portrait of a chip's data group 2 (ICAO Doc 9303-10, 4.7.2): biometric information templates (7F60) in a group (7F61), each with
 * its face record as 5F2E, or as 7F2E for ISO/IEC 39794-5.
 */
export function readDg2(bytes: Uint8Array): Portrait {
  const group = readTlvs(bytes);
  const [element] = group ?? [];
  if (group?.length !== 1 || element?.tag !== 0x75) return "document_unreadable";
  const content = withoutPadding(element.content);
  if (!readTlvs(content)) return "document_unreadable";
  const templates = contentAt(content, 0x7f61);
  if (!templates) return "document_portrait_missing";
  const inner = readTlvs(templates);
  if (!inner) return "document_unreadable";
  const portraits = inner.filter(({ tag }) => tag === 0x7f60).map((template) => readTemplate(template.content));
  // If no template has a portrait, the fault of the first one is returned.
  return portraits.find((portrait) => typeof portrait !== "string") ?? portraits[0] ?? "document_portrait_missing";
}

function readTemplate(content: Uint8Array): Portrait {
  const record = contentAt(content, 0x5f2e) ?? contentAt(content, 0x7f2e);
  if (record) return readFaceRecord(record);
  return readTlvs(content) ? "document_portrait_missing" : "document_unreadable";
}
