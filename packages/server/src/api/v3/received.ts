import { type ReceivedPhoto, receivedPhoto } from "../../features/receipts/receipt.ts";
import { templateParam } from "./reference-template.ts";
import type { Form } from "@selfsame/photo/images/multipart";

/** Lists every photo, document and template of a form, for the receipt. A reference may be sent several times. */
export function receivedOf({ photos, documents, series, texts }: Form): Promise<readonly ReceivedPhoto[]> {
  const template = texts.get(templateParam);
  return Promise.all([
    ...series.map((bytes) => receivedPhoto("reference", bytes)),
    ...[...photos, ...documents]
      .filter(([part]) => part !== "reference")
      .map(([part, bytes]) => receivedPhoto(part, bytes)),
    ...(template === undefined ? [] : [receivedPhoto(templateParam, Buffer.from(template))]),
  ]);
}
