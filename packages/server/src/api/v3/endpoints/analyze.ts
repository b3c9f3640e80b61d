import { analyze as analyzeFaces } from "../../../verify/analyze.ts";
import type { PhotoEndpoint } from "../endpoint.ts";
import { analyzedFaceData, photoRefusal } from "../photos.ts";
import { analyzeBodySchema, analyzeSchema } from "../schemas/faces.ts";

export const analyze: PhotoEndpoint = {
  method: "POST",
  path: "/analyze",
  name: "v3.analyze",
  key: "private",
  summary: "Find the faces of a photo",
  description: `Box, landmarks, pose and quality of every face, the largest first; of a crowd, of the 32 largest. A photo without a face gives an empty list.

Use it to check a reference before you store it.`,
  body: analyzeBodySchema,
  data: analyzeSchema,
  photos: ["photo"],
  texts: [],
  codes: [],
  run: async (deps, form, { caller: { accountId }, signal, observe }) => {
    const bytes = form.photos.get("photo");
    const result = await analyzeFaces(deps, bytes && { from: "bytes", bytes }, {
      accountId,
      allowedDomains: [],
      signal,
      observe,
    });
    switch (result.outcome) {
      case "missing":
        return { code: "missing_file", param: "photo" };
      case "refused":
        return photoRefusal(result, "photo");
      case "analyzed": {
        const { faces } = result;
        const data = { faces: faces.map((face) => analyzedFaceData(face, faces.length)) };
        const issues = { photo: data.faces[0]?.quality.issues ?? [] };
        return { outcome: faces.length > 0 ? "analyzed" : "no_face", data, issues };
      }
    }
  },
};
