import type { IncomingMessage } from "node:http";
import { multipartBytesMax, photoBytesMax } from "../../images/limits.ts";
import { type Form, type FormResult, readForm } from "../../images/multipart.ts";
import type { UploadBudget } from "../../images/upload-budget.ts";
import type { PhotoEndpoint, Refusal } from "./endpoint.ts";
import { headerRefusal } from "./photos.ts";

export type BodyResult = { readonly form: Form } | Refusal;

const refused = (refusal: Refusal) => ({ result: refusal, release: () => {} });

/**
 * Reads the form of a request and checks what can be told without looking at a face: parts, formats, sizes.
 *
 * @returns also `release`, which gives the memory back when the photos are not needed any more
 * @throws BudgetExhausted
 */
export async function readBody(
  request: IncomingMessage,
  endpoint: PhotoEndpoint,
  budget: UploadBudget,
  signal: AbortSignal,
): Promise<{ readonly result: BodyResult; readonly release: () => void }> {
  if (!isMultipart(request)) return refused({ code: "unsupported_content_type" });
  const bytesMax = multipartBytesMax(endpoint.photos.length);
  const declared = Number(request.headers["content-length"] ?? bytesMax);
  if (declared > bytesMax) return refused({ code: "file_too_large", limit: bytesMax, actual: declared });

  // The chunks of a photo and the photo put together are there at once.
  const release = await budget.reserve(declared * 2, signal);
  try {
    const form = await readForm(request, request.headers["content-type"] ?? "", endpoint);
    return { result: form.outcome === "read" ? checkForm(form, endpoint) : bodyRefusal(form, bytesMax), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** A compressed body would have to be unpacked before any limit means something. */
function isMultipart({ headers }: IncomingMessage): boolean {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "multipart/form-data" && (headers["content-encoding"] ?? "identity") === "identity";
}

function bodyRefusal(result: Exclude<FormResult, Form>, bytesMax: number): Refusal {
  if (result.outcome !== "too_large") return { code: "invalid_multipart", detail: result.outcome };
  if (result.part === undefined) return { code: "file_too_large", limit: bytesMax };
  return { code: "file_too_large", param: result.part, limit: photoBytesMax };
}

/** The part that is too many comes first: a photo under a wrong name is both too many and missing, and the name is what helps. */
function checkForm(form: Form, { photos }: PhotoEndpoint): BodyResult {
  const [unexpected] = form.unexpected;
  if (unexpected !== undefined) return { code: "unexpected_field", param: unexpected };
  const missing = photos.find((name) => !form.photos.has(name));
  if (missing !== undefined) return { code: "missing_file", param: missing };
  for (const [name, photo] of form.photos) {
    const refusal = headerRefusal(photo, name);
    if (refusal) return refusal;
  }
  return { form };
}
