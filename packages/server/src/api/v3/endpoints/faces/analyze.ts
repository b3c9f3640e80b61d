import { analyze as analyzeFaces } from "@selfsame/photo/verify/analyze";
import { passiveLivenessOf } from "@selfsame/photo/verify/passive-liveness";
import { switchOf } from "../../../bodies/switch-text.ts";
import type { PhotoEndpoint } from "../../endpoint.ts";
import { analyzedFaceData, photoRejection } from "../../photos.ts";
import { missingPart } from "../../problems/part-problem.ts";
import { analyzeBodySchema, analyzeSchema } from "../../schemas/faces.ts";

export const analyze: PhotoEndpoint = {
  method: "POST",
  path: "/analyze",
  name: "v3.analyze",
  key: "private",
  summary: "Find the faces of a photo",
  description: `Box, landmarks, pose and quality of every face: first the main one, which \`/verify\` compares, then by size; of a crowd, 32 faces. For a photo without a face the list is empty.

Use it to check a reference before you store it. With \`passive_liveness\` the largest face is checked for presentation attacks.`,
  body: analyzeBodySchema,
  data: analyzeSchema,
  photos: ["photo"],
  texts: ["passive_liveness"],
  codes: ["invalid_parameter"],
  run: async (deps, form, { caller: { accountId, requirePassiveLiveness }, signal, observe }) => {
    const asked = switchOf(form.texts.get("passive_liveness")) ?? false;
    if (asked === "unclear") return { code: "invalid_parameter", param: "passive_liveness" };
    const bytes = form.photos.get("photo");
    const result = await analyzeFaces(deps, bytes && { from: "bytes", bytes }, asked || requirePassiveLiveness, {
      accountId,
      allowedDomains: [],
      signal,
      observe,
    });
    switch (result.outcome) {
      case "missing":
        return missingPart("photo");
      case "refused":
        return photoRejection(result, "photo");
      case "analyzed": {
        const { faces } = result;
        const passive = passiveLivenessOf(result);
        const data = {
          faces: faces.map((face, i) => ({
            ...analyzedFaceData(face, faces.length),
            passive_liveness: i === 0 ? passive : null,
          })),
        };
        const issues = { photo: data.faces[0]?.quality.issues ?? [] };
        return { outcome: faces.length > 0 ? "analyzed" : "no_face", data, issues };
      }
    }
  },
};
