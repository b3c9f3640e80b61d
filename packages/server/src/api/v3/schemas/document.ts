import { z } from "zod";
import { documentFormats, documentTypes } from "../../../documents/document.ts";

export const documentSchema = z
  .object({
    format: z.enum(documentFormats),
    type: z.enum(documentTypes).nullable().meta({ description: "Null if the format does not state it." }),
    issuer: z
      .string()
      .nullable()
      .meta({ description: "The signer, as the trust anchor names it. Null if nothing was proven." }),
    country: z
      .string()
      .nullable()
      .meta({ description: "The issuer's country, as two letters (ISO 3166-1). Null if nothing was proven." }),
    signed: z.boolean().meta({ description: "Whether a trusted issuer's signature over the portrait was verified." }),
    valid_until: z.iso.datetime().nullable().meta({
      description: "When the document expires; of a chip, the signature's certificate. Null without a signature.",
    }),
    status: z
      .object({
        result: z.enum(["valid", "unknown"]).meta({ description: "`unknown` if the list could not be had." }),
        issued_at: z.iso.datetime().nullable().meta({ description: "When the issuer signed the list." }),
        fetched_at: z.iso.datetime().nullable().meta({ description: "When the service fetched it." }),
      })
      .optional()
      .meta({
        description: "What the issuer's status list states. Present if the document names one and lists are fetched.",
      }),
    portrait_quality: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "Of the portrait, from 0 (unusable) to 1 (ideal)." }),
  })
  .meta({ id: "ReferenceDocument", description: "What the document states about itself; nothing about its holder." });
