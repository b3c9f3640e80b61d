import { qualityIssues } from "@selfsame/face/face";
import { z } from "zod";

export const qualitySchema = z
  .object({
    score: z.number().min(0).max(1).meta({ description: "0 (unusable) to 1 (ideal)." }),
    issues: z.array(z.enum(qualityIssues)).meta({
      description:
        "What to improve in the next photo. `overlay` is of references: a pattern of the document (hologram, guilloche, printed words) lies over the face. Photograph the document at another angle, or send the portrait of its chip.",
    }),
  })
  .meta({ id: "Quality" });
