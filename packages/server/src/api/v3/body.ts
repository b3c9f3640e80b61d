import type { IncomingMessage } from "node:http";
import { documentBytesMax, photoBytesMax } from "../../photo/images/limits.ts";
import { type Form, type FormResult, formBytesMax, readForm } from "../../photo/images/multipart.ts";
import type { Holding } from "../../photo/images/memory-budget.ts";
import type { PhotoEndpoint, Rejection } from "./endpoint.ts";
import { headerRejection } from "./photos.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";
import { missingPart, unexpectedPart } from "./problems/part-problem.ts";

/** What a form has to hold. */
export type BodyWanted = Pick<
  PhotoEndpoint,
  "photos" | "documents" | "optional" | "texts" | "repeated" | "insteadOfRepeated" | "emptyTexts"
>;

export type BodyResult = { readonly form: Form } | Rejection;

/** The chunks of a photo and the photo put together are there at once. */
const times = 2;

/**
 * Reads the form of a request and checks what needs no face analysis: parts, formats, sizes.
 *
 * @param holding what the body takes of the budget, until the photos are not needed any more
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

/** A compressed body would have to be unpacked before any limit means something. */
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

/** The part that is too many comes first: a photo under a wrong name is both too many and missing, and the name is what helps. */
function checkForm(form: Form, endpoint: BodyWanted): BodyResult {
  const { photos, optional = [], repeated, insteadOfRepeated = [] } = endpoint;
  const [unexpected] = form.unexpected;
  if (unexpected !== undefined) return unexpectedPart(unexpected, endpoint);
  // A document takes the place of the photos that may come several times, and so does a template.
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
