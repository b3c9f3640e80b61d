import { z } from "zod";
import { templateLengthMax } from "../../../features/templates/template.ts";
import { documentBody, referenceFaceSchema, verifyBodySchema, verifySchema } from "./faces.ts";
import { templatePurpose } from "./template-body.ts";

const secondsOfDay = 86_400;
export const templateSeconds = { least: 60, usual: 365 * secondsOfDay, most: 3650 * secondsOfDay } as const;

export const newTemplateBodySchema = verifyBodySchema.pick({ reference: true, allow_several_faces: true }).extend({
  ...documentBody,
  purpose: templatePurpose.optional().meta({
    description:
      "What the template may be used for, in your own words: it is accepted with the same `template_purpose` only. Default: `default`.",
    examples: ["login"],
  }),
  expires_in_s: z.int().min(templateSeconds.least).max(templateSeconds.most).optional().meta({
    description: "60 seconds to ten years. Default: a year.",
  }),
});

export const newTemplateSchema = z
  .object({
    template: z
      .string()
      .meta({ description: `Opaque, at most ${templateLengthMax} characters. Store it instead of the photo.` }),
    purpose: z.string(),
    model: z.string().meta({
      description:
        "The embedding contract. After a change of the model the template is `template_outdated`, unless that recognizer is still installed.",
    }),
    expires_at: z.iso.datetime(),
    reference: referenceFaceSchema,
    references: verifySchema.shape.references,
  })
  .meta({ id: "Template" });

export const deletedTemplateKeySchema = z.object({
  deleted: z.boolean().meta({ description: "Whether there was a key." }),
});
