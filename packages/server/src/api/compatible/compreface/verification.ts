import { z } from "zod";
import type { Caller } from "../../../accounts/access/access.ts";
import type { PhotoIssues } from "../../../features/request-log/row.ts";
import type { FoundFace } from "@selfsame/photo/engine/engine";
import { demandOf, passiveLivenessOf, passiveReasonsOf } from "@selfsame/photo/verify/passive-liveness";
import type { PhotoContext, PhotoSource } from "@selfsame/photo/verify/photo";
import { verify } from "@selfsame/photo/verify/verify";
import type { Rejection } from "../../v3/endpoint.ts";
import { comprefaceScale, toTheirs } from "../foreign-scale.ts";
import type { CompatibleDeps } from "../guard-routes.ts";
import { comparisonProblem, severalFacesProblem, unmetDemand } from "../rejection-text.ts";

/** The names of the two photos in a request. */
export const photoNames = { reference: "source_image", selfie: "target_image" } as const;

const numberText = (pattern: RegExp) => z.string().regex(pattern).transform(Number);

/** The query parameters. `limit` counts faces in the target, of which we compare one. */
export const verificationQuery = z.object({
  limit: numberText(/^\d{1,6}$/).default(0),
  det_prob_threshold: numberText(/^(?:0|1|0?\.\d{1,10}|0\.\d{1,10}|1\.0{1,10})$/).default(0),
  face_plugins: z.string().max(200).default(""),
  status: z.enum(["true", "false"]).default("false"),
});
type Query = z.infer<typeof verificationQuery>;

export interface Verified {
  readonly outcome: string;
  readonly data: object;
  readonly issues: PhotoIssues;
}

/** The CompreFace plugins offered. The others would report attributes that we do not measure. */
const plugins: ReadonlySet<string> = new Set(["landmarks"]);

/** @param query valid by the schema */
export async function verification(
  deps: CompatibleDeps,
  { reference, selfie }: Readonly<Record<"reference" | "selfie", PhotoSource | undefined>>,
  { query, caller }: { readonly query: Query; readonly caller: Caller },
  context: PhotoContext,
): Promise<Verified | Rejection> {
  const asked = query.face_plugins.split(",").filter((plugin) => plugin !== "");
  const unmet = unmetDemand(caller) ?? pluginProblem(asked);
  if (unmet) return unmet;
  const passive = demandOf(caller.requirePassiveLiveness, false, false);
  const wants = {
    reference: { quality: "main" },
    selfie: { quality: "main", ...(passive !== "off" && { spoof: true }) },
  } as const;
  const threshold = caller.threshold ?? deps.comparison.threshold;
  const result = await verify(deps, { reference, selfie, threshold, wants }, context);
  if (result.outcome !== "compared") return comparisonProblem(result, photoNames);
  const crowd = severalFacesProblem(result, caller, photoNames);
  if (crowd) return crowd;
  const [source] = result.reference.faces;
  const [target] = result.selfie.faces;
  if (!source || !target) throw new Error("a photo without a face was compared");
  const faint = [source, target].findIndex(({ score }) => score < query.det_prob_threshold);
  if (faint !== -1) return { code: "no_face", param: faint === 0 ? photoNames.reference : photoNames.selfie };
  const [attack] = passiveReasonsOf(passiveLivenessOf(result.selfie), passive);
  if (attack) {
    const message = `${photoNames.selfie} does not pass the passive liveness check, which this key requires.`;
    return { code: "invalid_parameter", message };
  }
  const similarity = toTheirs(comprefaceScale, result.similarity);
  return {
    outcome: result.match ? "match" : "no_match",
    issues: { reference: source.quality?.issues ?? [], selfie: target.quality?.issues ?? [] },
    data: {
      result: [
        {
          source_image_face: faceData(source, asked),
          face_matches: [{ ...faceData(target, asked), similarity }],
          ...(query.status === "true" && { plugins_versions: { calculator: deps.comparison.model } }),
        },
      ],
    },
  };
}

function pluginProblem(asked: readonly string[]): Rejection | undefined {
  const missing = asked.find((plugin) => !plugins.has(plugin));
  if (missing === undefined) return undefined;
  const message = `face_plugins: ${missing.slice(0, 40)} is not offered. This service has the plugin landmarks. It estimates no age and no gender, and embeddings do not leave it.`;
  return { code: "invalid_parameter", message };
}

function faceData({ box, score, landmarks }: FoundFace, asked: readonly string[]) {
  const [x, y] = [Math.round(box.x), Math.round(box.y)];
  return {
    box: {
      probability: Number(score.toFixed(5)),
      x_max: Math.round(box.x + box.width),
      y_max: Math.round(box.y + box.height),
      x_min: x,
      y_min: y,
    },
    ...(asked.includes("landmarks") && {
      landmarks: landmarks.map((point) => [Math.round(point.x), Math.round(point.y)]),
    }),
  };
}
