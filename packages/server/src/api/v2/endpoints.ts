import type { PhotoContext, PhotoSource, RejectedPhoto } from "@selfsame/photo/verify/photo";
import { optimize } from "@selfsame/photo/verify/optimize";
import { spoof } from "@selfsame/photo/verify/spoof";
import { type PhotoRole, type VerifyDeps, type VerifyOutcome, verify } from "@selfsame/photo/verify/verify";
import { type Answer, ok, rejection } from "./answer.ts";
import type { BodyShape } from "./body.ts";

export interface Endpoint {
  readonly path: string;
  /** For usage. */
  readonly name: string;
  readonly shape: BodyShape;
  run(deps: VerifyDeps, photos: Photos, context: PhotoContext): Promise<Answer>;
}

export type Photos = Readonly<Record<string, PhotoSource | undefined>>;

const verifyEndpoint: Endpoint = {
  path: "/verify",
  name: "v2.verify",
  shape: { photos: ["reference", "selfie"], urls: true, json: true },
  run: async (deps, { reference, selfie }, context) =>
    verifyAnswer(
      await verify(deps, { reference, selfie, wants: { reference: {}, selfie: { spoof: true, crop: true } } }, context),
    ),
};

const requiredTexts: Readonly<Record<PhotoRole, string>> = {
  reference: "Reference image is required",
  selfie: "Selfie image is required",
};
const noFaceTexts: Readonly<Record<PhotoRole, string>> = {
  reference: "No face detected in reference image",
  selfie: "No face detected in selfie image",
};

function verifyAnswer(result: VerifyOutcome): Answer {
  switch (result.outcome) {
    case "missing":
      return ok("missing_photo", unmatched(requiredTexts[result.photo]));
    case "no_face":
      return ok("no_face", unmatched(noFaceTexts[result.photo]));
    case "refused":
      return rejection(result.reason, result.detail);
    case "compared": {
      const { match, similarity, selfie } = result;
      const isSpoof = selfie.spoof?.isSpoof ?? false;
      return ok(isSpoof ? "spoof" : match ? "match" : "no_match", {
        match,
        confidence: similarity,
        message: comparedText(match, isSpoof),
        is_spoof: isSpoof,
        selfie_image: base64(selfie.crop?.jpeg),
      });
    }
  }
}

function comparedText(match: boolean, isSpoof: boolean): string {
  if (isSpoof) return "Possible spoof attempt detected";
  return match ? "Face match successful" : "Faces do not match";
}

function unmatched(message: string): object {
  return { match: false, confidence: 0, message, is_spoof: false, selfie_image: "" };
}

const spoofEndpoint: Endpoint = {
  path: "/spoof",
  name: "v2.spoof",
  shape: { photos: ["photo"], urls: false, json: false },
  run: async (deps, { photo }, context) => {
    const result = await spoof(deps, photo, context);
    if (result.outcome !== "judged") return photoRejection(result);
    const message = result.isSpoof ? "Image appears to be a spoof attempt" : "Image appears to be genuine";
    return ok(result.isSpoof ? "spoof" : "genuine", { is_spoof: result.isSpoof, message });
  },
};

const optimizeEndpoint: Endpoint = {
  path: "/optimize",
  name: "v2.optimize",
  shape: { photos: ["photo"], urls: false, json: false },
  run: async (deps, { photo }, context) => {
    const result = await optimize(deps, photo, context);
    if (result.outcome !== "optimized") return photoRejection(result);
    const { jpeg, width, height } = result.crop;
    const image = { image: base64(jpeg), mime_type: "image/jpeg", size: jpeg.length, width, height };
    return ok("optimized", { success: true, ...image });
  },
};

function photoRejection(result: { readonly outcome: "missing" | "no_face" } | RejectedPhoto): Answer {
  if (result.outcome === "refused") return rejection(result.reason, result.detail);
  return rejection(result.outcome === "missing" ? "missing_photo" : "no_face");
}

function base64(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return "";
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

export const endpoints: readonly Endpoint[] = [verifyEndpoint, spoofEndpoint, optimizeEndpoint];
