import { z } from "zod";
import { time } from "../schemas/common.ts";
import { walletReasons } from "../../../features/sessions/wallet/problems.ts";

export const walletStateSchema = z
  .object({ received: z.boolean(), rejected: z.boolean(), reason: z.enum(walletReasons).nullable() })
  .nullable()
  .meta({
    description:
      "Of a session whose reference comes from the person's wallet: whether the portrait is there, whether the last answer could not be taken, and what the person needs to know of why. `declined`: nothing was shared, or the wallet has no such document; `wallet_failed`: the wallet could not answer; `expired` and `not_accepted` are of the document; `other_page`: the wallet answered another page or service.",
  });

export const walletRequestSchema = z
  .object({
    url: z.string().meta({
      description:
        "Opens the wallet on this device, and is what a QR code for another says: `openid4vp://`, or the scheme that the operator set.",
    }),
    browser: z
      .object({
        protocol: z.literal("openid4vp-v1-signed"),
        request: z.string().meta({ description: "`data.request` of `navigator.credentials.get`: a signed JWT." }),
        response_url: z.string().meta({
          description: "Where the page posts `data.response` of the credential, as the form field `response`.",
        }),
      })
      .meta({
        description:
          "The same request for a browser that has the Digital Credentials API, on the service's own origin alone.",
      }),
    browser_mdoc: z
      .object({
        protocol: z.literal("org-iso-mdoc"),
        device_request: z.string().meta({ description: "`data.deviceRequest`: base64url of CBOR, signed." }),
        encryption_info: z.string().meta({ description: "`data.encryptionInfo`: base64url of CBOR." }),
        response_url: z.string().meta({
          description: "Where the page posts `data.response` of the credential, as the form field `response`.",
        }),
      })
      .meta({
        description:
          "The same request, for mobile documents alone, after ISO/IEC 18013-7, annex C. Browsers take both in one list and use the one that they know: hand in the answer where its `protocol` belongs.",
      }),
    expires_at: time,
  })
  .meta({ id: "WalletRequest" });

export const askWalletSchema = z.strictObject({
  returns: z.boolean().default(false).meta({
    description:
      "`true`: the wallet is on this device, and sends the person back to this browser, which hands in the code by `POST /session/wallet/return`.",
  }),
});

export const walletReturnSchema = z.strictObject({
  response_code: z
    .string()
    .regex(/^[0-9A-Za-z]{32}$/)
    .meta({ description: "Of the address that the wallet opened." }),
});

export const returnedSchema = z
  .object({
    received: z
      .boolean()
      .meta({ description: "Whether the portrait is there now; `false` where no answer waits for this code." }),
  })
  .meta({ id: "WalletReturned" });
