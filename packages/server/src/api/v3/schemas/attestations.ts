import { z } from "zod";
import { attestationBytesMax } from "../../../liveness/attestation/app-attest.ts";

const base64 = (bytesMax: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .max(Math.ceil(bytesMax / 3) * 4);

export const newAttestationSchema = z.strictObject({
  app_id: z
    .string()
    .regex(/^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/)
    .meta({ description: "Your app: the ten characters of your team at Apple, a dot, and the bundle id." }),
  client_data: z.string().min(1).max(4096).meta({
    description:
      "What the app was given to sign, and your backend takes once: the `challenge_token`, or the link of the session. The app signs its SHA-256.",
  }),
  attestation: base64(attestationBytesMax).optional().meta({
    description: "What `attestKey` returned, as base64: of a key that the app has just made. With `key_id`.",
  }),
  key_id: base64(32).optional().meta({ description: "What `generateKey` returned: the key's id, as base64." }),
  assertion: base64(1024).optional().meta({
    description:
      "What `generateAssertion` returned, as base64: by a key that was attested. With `public_key` and `counter`.",
  }),
  public_key: base64(512).optional().meta({ description: "Of the key, as its attestation's response had it." }),
  counter: z.int().min(0).max(0xffffffff).optional().meta({
    description: "As the last response with this key had it. An assertion with a lower or the same counter is a copy.",
  }),
  allow_development: z.boolean().default(false).meta({
    description: "`true` accepts apps of Apple's development environment, which anybody can build. For tests only.",
  }),
});

export const attestationSchema = z
  .object({
    type: z.literal("app_attest"),
    app_id: z.string(),
    environment: z
      .enum(["production", "development"])
      .nullable()
      .meta({ description: "Null for an assertion: it is that of its key's attestation." }),
    public_key: z
      .string()
      .meta({ description: "Store it with the device, to check the app's assertions: SPKI as base64." }),
    counter: z.int().min(0).meta({ description: "Store it with the key: 0 after the attestation." }),
  })
  .meta({ id: "Attestation", description: "What Apple says of the app and its device." });
