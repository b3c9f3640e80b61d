import { z } from "zod";
import { accountAnchorsMax } from "../../../documents/anchors/account-anchors.ts";
import { documentTypes } from "../../../documents/document.ts";
import { certificatesTextMax } from "../../bodies/certificates-text.ts";
import { nextCursor, pageQuerySchema, time } from "./common.ts";

const trustAnchorSchema = z
  .object({
    id: z.string().meta({ description: "SHA-256 of the certificate, as hex." }),
    name: z.string().nullable().meta({ description: "The authority, as its certificate names it." }),
    country: z.string().nullable(),
    document_types: z.array(z.enum(documentTypes)).nullable().meta({
      description:
        "What it is trusted for, as the list that it came in says. Null: all that it signs. Empty: the status lists of PIDs alone.",
    }),
    test: z.boolean().meta({ description: "For requests of test keys, and for no others." }),
    expires_at: time.meta({ description: "When the certificate expires." }),
    created_at: time,
  })
  .meta({ id: "TrustAnchor" });

export const newTrustAnchorsSchema = z.strictObject({
  certificates: z
    .string()
    .min(1)
    .max(certificatesTextMax)
    .meta({ description: "PEM as it is; DER or an ICAO master list as base64. 256 KB at most." }),
});

/** The maximum an account may have, those of live and of test keys together. */
const allOfThem = 2 * accountAnchorsMax;

export const trustAnchorsQuerySchema = pageQuerySchema.extend({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(allOfThem)
    .default(20)
    .meta({ description: `How many: 1 to ${allOfThem}.` }),
});

export const addedTrustAnchorsSchema = z.object({
  trust_anchors: z.array(trustAnchorSchema).meta({ description: "All authorities of the file." }),
});

export const trustAnchorsSchema = z.object({
  trust_anchors: z.array(trustAnchorSchema).meta({ description: "The newest first." }),
  next_cursor: nextCursor,
});

export type TrustAnchors = z.output<typeof trustAnchorsSchema>;
export type TrustAnchor = TrustAnchors["trust_anchors"][number];
