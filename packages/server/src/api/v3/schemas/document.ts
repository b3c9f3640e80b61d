import { z } from "zod";
import { documentFormats, documentTypes, statusSources } from "../../../documents/document.ts";

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
        source: z.enum(statusSources).meta({
          description:
            "What was checked: the issuer's list of documents, or its authority's list of the certificates that sign documents (CRL).",
        }),
        result: z
          .enum(["valid", "unknown"])
          .meta({ description: "`unknown` if the list could not be had, or is out of date." }),
        issued_at: z.iso.datetime().nullable().meta({ description: "When the list was signed." }),
        fetched_at: z.iso.datetime().nullable().meta({
          description: "When the service fetched it, or the operator added it.",
        }),
      })
      .optional()
      .meta({
        description:
          "Whether the document is revoked, as far as a list was asked. A revoked one is `document_revoked`.",
      }),
    portrait_quality: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "Of the portrait, from 0 (unusable) to 1 (ideal)." }),
  })
  .meta({ id: "ReferenceDocument", description: "What the document states about itself; nothing about its holder." });
