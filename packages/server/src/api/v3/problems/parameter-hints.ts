/**
 * What each parameter accepts: the hint for a value that is not allowed. Parameters not listed here are described in the reference. Braces hold the
 * words for a range that differs between endpoints: they are replaced by the range of the endpoint's schema.
 */
const takes = {
  threshold: "`threshold` is a number from 0 to 1, such as 0.7",
  require_challenge: "`require_challenge` is `true`, `false` or `if_unsure`",
  allow_several_faces: "`allow_several_faces` is `true` or `false`",
  passive_liveness: "`passive_liveness` is `true` or `false`",
  allow_unsure: "`allow_unsure` is `true` or `false`",
  review: "`review` is `true` or `false`",
  decision: "`decision` is `approve`, `reject` or `retry`",
  reason: "`reason` is a text of 1 to 500 characters, without control characters other than line breaks",
  require_signed_document: "`require_signed_document` is `true` or `false`",
  session_transcript:
    "`session_transcript` is the SessionTranscript of ISO/IEC 18013-5 as base64, at most 2,048 characters, and required with `mdoc`",
  nonce: "`nonce` has 1 to 128 visible ASCII characters, and is required with `sd_jwt_vc`",
  audience: "`audience` is the `client_id` of the request that the wallet answered, and required with `sd_jwt_vc`",
  return_url: "`return_url` is https, or http on localhost, and of one of the origins of the account's public keys",
  external_id: "`external_id` has 1 to 128 characters and no control characters",
  metadata: "`metadata` is a JSON object of texts, 2 KB at most",
  locale: "`locale` is a language tag, such as `pt-BR`",
  expires_in_s: "`expires_in_s` is a whole number from 60 to 604800",
  attempts: "`attempts` is a whole number from 1 to 5",
  wallet: "`wallet` is `true` or `false`, and for a session without a reference and without `compare_limit`",
  oidc_client: "`oidc_client` is the id of an OpenID Connect client of the account, for a session with a reference",
  login_hint: "`login_hint` has 1 to 255 characters and no control characters, and is set with `oidc_client`",
  compare_limit: "`compare_limit` is a whole number from 1 to 10, for a session without a reference",
  compare_within: "`compare_within` is a whole number from 1 to 60, with `compare_limit`",
  simulate: "`simulate` is for test keys, and one of the outcomes that the reference lists",
  name: "`name` has {a limited number of} characters and no control characters",
  accent: "`accent` is `#` and six hex digits",
  privacy_url: "`privacy_url` is https, without a name and password",
  controller: "`controller` has 1 to 200 characters and no control characters",
  contact: "`contact` is an https address, an e-mail address or a phone number such as `+49 30 123456`",
  captured_after_ms: "`captured_after_ms` is a whole number of milliseconds, from 0 to 120000",
  burst:
    "`burst` is a JPEG with as many pictures as `burst_after_ms` has times, one below the other, each of 120 to 320 pixels on the shorter side",
  burst_after_ms: "`burst_after_ms` is 4 to 12 whole numbers of milliseconds, separated by commas, from 0 to 120000",
  avoid: "`avoid` names at most two steps",
  url: "the `url` of a webhook endpoint is https and public",
  callback: "`callback` is https and public",
  cursor: "`cursor` is the unchanged `next_cursor` of the previous page",
  "Idempotency-Key": "`Idempotency-Key` has 1 to 255 visible ASCII characters",
} as const;

/** For the reference: each parameter, with what it accepts as a sentence. */
export const parameterHints: readonly (readonly [string, string])[] = Object.entries(takes).map(([name, text]) => [
  name,
  sentence(text),
]);

const unknownParameter = "Correct the value that `param` names; the reference says what it takes.";

/**
 * @param param null if the body cannot be read at all
 * @param described the parameter's description in the reference
 * @param range of its value or length by the endpoint's schema, such as `1 to 64`
 */
export function parameterHint(param: string | null, described?: string, range?: string): string {
  if (param === null)
    return "Send one JSON object with the fields that the reference lists; check its quotes and commas.";
  return isKnown(param) ? sentence(takes[param], range) : (described ?? unknownParameter);
}

/** The name may come from the caller and may be one that every object inherits. */
const isKnown = (param: string): param is keyof typeof takes => Object.hasOwn(takes, param);

function sentence(text: string, range?: string): string {
  const ranged = text.replace(/\{(.+)\}/, (_braces, words: string) => range ?? words);
  return `${ranged.charAt(0).toUpperCase()}${ranged.slice(1)}.`;
}
