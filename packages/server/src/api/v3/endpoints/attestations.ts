import { createHash } from "node:crypto";
import type { z } from "zod";
import { type AttestFault, checkAssertion, checkAttestation } from "../../../liveness/attestation/app-attest.ts";
import type { JsonEndpoint, Rejection } from "../endpoint.ts";
import { attestationSchema, newAttestationSchema } from "../schemas/attestations.ts";

type Asked = z.infer<typeof newAttestationSchema>;

export const checkAppAttest: JsonEndpoint = {
  method: "POST",
  path: "/attestations",
  name: "v3.check_attestation",
  key: "private",
  summary: "Check that a request comes from your app",
  description: `Whether a challenge or a session was done in your own app, unchanged, on a genuine iPhone or iPad (Apple App Attest). It is the answer to a picture that is fed in
place of the camera's, which no check of frames sees. Send what the app signed before you use the result of the challenge. Nothing is stored: \`public_key\` and \`counter\` are yours to store.`,
  json: newAttestationSchema,
  jsonBytesMax: 32 * 1024,
  data: attestationSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "attestation_invalid"],
  example: {
    summary: "Attested",
    data: {
      type: "app_attest",
      app_id: "A1B2C3D4E5.com.example.shop",
      environment: "production",
      public_key:
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2YKewJpfK9DiLX3l3mLvvKiCiTxVDJqFmLu7THesPxlhY6sjWPjKdRRopGtkXUMABTH8lHYATXlb/YMd5VYqhg==",
      counter: 0,
    },
  },
  run: async (_deps, json) => {
    const asked = json as Asked;
    const { app_id, client_data } = asked;
    const request = { appId: app_id, clientDataHash: createHash("sha256").update(client_data).digest() };
    if (asked.assertion !== undefined) return assertionAnswer(asked, request);
    const { attestation, key_id, allow_development: allowDevelopment } = asked;
    if (attestation === undefined) return missing("attestation");
    if (key_id === undefined) return missing("key_id");
    const key = { keyId: Buffer.from(key_id, "base64"), ...request };
    const checked = await checkAttestation(Buffer.from(attestation, "base64"), key, Date.now(), { allowDevelopment });
    if (checked.outcome !== "attested") return invalid(checked.fault, "attestation");
    const public_key = Buffer.from(checked.publicKey).toString("base64");
    const data = { type: "app_attest", app_id, environment: checked.environment, public_key, counter: 0 };
    return { outcome: "attested", data };
  },
};

function assertionAnswer(
  { assertion = "", attestation, public_key, counter, app_id }: Asked,
  request: { readonly appId: string; readonly clientDataHash: Uint8Array },
) {
  if (attestation !== undefined) {
    const message = "The request has `attestation` beside `assertion`.";
    return { code: "invalid_parameter", param: "assertion", message, hint: "Send one of them." } as const;
  }
  if (public_key === undefined) return missing("public_key");
  if (counter === undefined) return missing("counter");
  const key = { publicKey: Buffer.from(public_key, "base64"), counter, ...request };
  const checked = checkAssertion(Buffer.from(assertion, "base64"), key);
  if (checked.outcome !== "asserted") return invalid(checked.fault, "assertion");
  const data = { type: "app_attest", app_id, environment: null, public_key, counter: checked.counter };
  return { outcome: "asserted", data };
}

const missing = (param: string): Rejection => ({
  code: "invalid_parameter",
  param,
  message: `\`${param}\` is missing.`,
  hint: "Send `attestation` with `key_id`, or `assertion` with `public_key` and `counter`.",
});

const faults: Readonly<
  Record<AttestFault, { readonly message: string; readonly hint: string; readonly param?: string }>
> = {
  unreadable: {
    message: "This is no object of App Attest.",
    hint: "Send what `attestKey` or `generateAssertion` returned, unchanged, as base64.",
  },
  untrusted: {
    message: "Apple did not sign this attestation.",
    hint: "Reject the request: it was made by a program, or changed on its way.",
  },
  expired: {
    message: "The certificate of this attestation has expired, or is not yet valid.",
    hint: "Let the app make another key and attest it. Check this server's clock.",
  },
  other_request: {
    message: "The app signed something else than `client_data`.",
    hint: "The app has to sign the SHA-256 of the same text, in UTF-8. If it did, reject the request: it may be a copy.",
    param: "client_data",
  },
  other_key: {
    message: "The attestation is of another key than `key_id`.",
    hint: "Send the id that `generateKey` returned for this key.",
    param: "key_id",
  },
  other_app: {
    message: "It comes from another app than `app_id`.",
    hint: "`app_id` is your team's ten characters, a dot, and the bundle id, as in Xcode. If it is right, reject the request.",
    param: "app_id",
  },
  development: {
    message: "The app was built for Apple's development environment.",
    hint: "Reject the request in production. For tests send `allow_development` as `true`.",
    param: "allow_development",
  },
  counter: {
    message: "The counter has not grown: this was sent before.",
    hint: "Reject the request: it is a copy. Store `counter` of each response, and send the last one.",
    param: "counter",
  },
  signature: {
    message: "The assertion is not signed by this key over `client_data`.",
    hint: "Send the `public_key` of this device, and the text that the app signed. If you did, reject the request.",
  },
};

const invalid = (fault: AttestFault, part: string): Rejection => ({
  code: "attestation_invalid",
  param: part,
  detail: fault,
  ...faults[fault],
});
