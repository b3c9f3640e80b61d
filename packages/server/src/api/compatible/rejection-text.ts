import type { Caller } from "../../accounts/access/access.ts";
import type { RejectedPhoto } from "@selfsame/photo/verify/photo";
import type { VerifyOutcome } from "@selfsame/photo/verify/verify";
import type { Rejection } from "../v3/endpoint.ts";
import { errorCatalog } from "../v3/errors.ts";
import { photoRejection } from "../v3/photos.ts";

/** One text, because these APIs have one field for it: what happened, and what to do. Never built from an exception. */
export function rejectionText({ code, message = errorCatalog[code].message, param, hint }: Rejection): string {
  const named = param === undefined || message.includes(param) ? message : `${param}: ${message}`;
  return hint === undefined ? named : `${named} ${hint}`;
}

/** Key settings that every verify must meet and these APIs cannot express. */
export function unmetDemand(caller: Caller): Rejection | undefined {
  if (caller.requireChallenge) return { code: "challenge_required", message: "This key requires a live challenge." };
  if (!caller.requireSignedDocument) return undefined;
  return { code: "document_signature_required", message: "This key requires a signed document as the reference." };
}

/** @param param the API's name for the photo */
export function photoProblem(refused: RejectedPhoto, param: string): Rejection {
  if (refused.reason !== "invalid_base64") return photoRejection(refused, param);
  return { code: "invalid_parameter", param, message: `${param} is not valid base64.` };
}

/** Why two photos were not compared. @param names the API's names for them */
export function comparisonProblem(
  outcome: Exclude<VerifyOutcome, { readonly outcome: "compared" }>,
  names: Readonly<Record<"reference" | "selfie", string>>,
): Rejection {
  const param = names[outcome.photo];
  switch (outcome.outcome) {
    case "missing":
      return { code: "missing_file", param, message: `${param} is missing.` };
    case "no_face":
      return { code: "no_face", param };
    case "refused":
      return photoProblem(outcome, param);
  }
}

/** The photo with several faces, if the key does not allow that. */
export function severalFacesProblem(
  { references, selfie }: Extract<VerifyOutcome, { readonly outcome: "compared" }>,
  { allowSeveralFaces }: Caller,
  names: Readonly<Record<"reference" | "selfie", string>>,
): Rejection | undefined {
  if (allowSeveralFaces) return undefined;
  if (references.some(({ faces }) => faces.length > 1)) return { code: "several_faces_found", param: names.reference };
  return selfie.faces.length > 1 ? { code: "several_faces_found", param: names.selfie } : undefined;
}
