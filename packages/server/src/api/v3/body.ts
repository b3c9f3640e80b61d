import type { IncomingMessage } from "node:http";
import { documentBytesMax, photoBytesMax } from "@selfsame/photo/images/limits";
import { type Form, type FormResult, formBytesMax, readForm } from "@selfsame/photo/images/multipart";
import type { Holding } from "@selfsame/photo/images/memory-budget";
import type { PhotoEndpoint, Rejection } from "./endpoint.ts";
import { headerRejection } from "./photos.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";
import { missingPart, unexpectedPart } from "./problems/part-problem.ts";

/** The parts that a form must or may have. */
export type BodyWanted = Pick<
  PhotoEndpoint,
  "photos" | "documents" | "optional" | "texts" | "repeated" | "insteadOfRepeated" | "emptyTexts"
>;

export type BodyResult = { readonly form: Form } | Rejection;

/** While the chunks of a photo are joined, memory holds the photo twice. */
const times = 2;

/**
 * Reads the form of a request and checks what needs no face analysis: parts, formats, sizes.
 *
 * @param holding the body's share of the memory budget, held until the photos are no longer needed
 * @throws BudgetExhausted
 */
export async function readBody(request: IncomingMessage, endpoint: BodyWanted, holding: Holding): Promise<BodyResult> {
  if (!isMultipart(request)) return { code: "unsupported_content_type" };
  const bytesMax = formBytesMax(endpoint);
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > bytesMax) return { code: "file_too_large", limit: bytesMax, actual: declared };

  const memory = { holding, times };
  const form = await readForm(request, request.headers["content-type"] ?? "", endpoint, { memory });
  return form.outcome === "read" ? checkForm(form, endpoint) : bodyRefusal(form, endpoint, bytesMax);
}

/** A compressed body would have to be decompressed before a size limit could apply. */
function isMultipart({ headers }: IncomingMessage): boolean {
  const type = mediaTypeOf(headers["content-type"]);
  return type === "multipart/form-data" && (headers["content-encoding"] ?? "identity") === "identity";
}

function bodyRefusal(result: Exclude<FormResult, Form>, { documents = [] }: BodyWanted, bytesMax: number): Rejection {
  if (result.outcome !== "too_large") return { code: "invalid_multipart", detail: result.outcome };
  if (result.part === undefined) return { code: "file_too_large", limit: bytesMax };
  const limit = documents.includes(result.part) ? documentBytesMax : photoBytesMax;
  return { code: "file_too_large", param: result.part, limit };
}

/** Reports an unexpected part before a missing one: a photo under a wrong name causes both, and the wrong name is the useful hint. */
function checkForm(form: Form, endpoint: BodyWanted): BodyResult {
  const { photos, optional = [], repeated, insteadOfRepeated = [] } = endpoint;
  const [unexpected] = form.unexpected;
  if (unexpected !== undefined) return unexpectedPart(unexpected, endpoint);
  // A document or a template replaces the repeatable photo.
  const texts = insteadOfRepeated.filter((name) => form.texts.has(name)).length;
  const repetitions = form.series.length + form.documents.size + texts;
  const missing = photos.find(
    (name) => !optional.includes(name) && (name === repeated?.name ? repetitions === 0 : !form.photos.has(name)),
  );
  if (missing !== undefined) return missingPart(missing);
  const series = form.series.map((photo) => [repeated?.name ?? "", photo] as const);
  for (const [name, photo] of [...series, ...form.photos]) {
    const refusal = headerRejection(photo, name);
    if (refusal) return refusal;
  }
  return { form };
}
