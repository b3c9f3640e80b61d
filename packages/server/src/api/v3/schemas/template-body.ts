import { z } from "zod";
import { templateLengthMax, templatePurposePattern } from "../../../features/templates/template.ts";

export const templatePurpose = z.string().regex(templatePurposePattern);

/** Also replaces the reference. */
export const templateBody = {
  reference_template: z.string().max(templateLengthMax).optional().meta({
    description: "Instead of `reference`: what `POST /templates` returned.",
  }),
  template_purpose: z.string().max(64).optional().meta({
    description: "What the template was made for. Default: `default`.",
  }),
};
