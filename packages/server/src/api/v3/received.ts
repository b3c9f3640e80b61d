import { type ReceivedPhoto, receivedPhoto } from "../../features/receipts/receipt.ts";
import type { Form } from "../../photo/images/multipart.ts";

/** Every photo and document of a form, for the receipt. A reference may come several times. */
export function receivedOf({ photos, documents, series }: Form): Promise<readonly ReceivedPhoto[]> {
  const others = [...photos, ...documents].filter(([part]) => part !== "reference");
  return Promise.all([
    ...series.map((bytes) => receivedPhoto("reference", bytes)),
    ...others.map((one) => receivedPhoto(...one)),
  ]);
}
