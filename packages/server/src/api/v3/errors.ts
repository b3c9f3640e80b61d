import { notFoundErrors } from "./problems/not-found-errors.ts";
import { parameterHint } from "./problems/parameter-hints.ts";

/**
 * Every error version 3 can return. docs/errors.md, the OpenAPI document and the responses are all made from this table. A released code keeps its
 * meaning and its status.
 */
export interface ErrorEntry {
  readonly status: number;
  /** What happened, for a person. */
  readonly message: string;
  /** What to do about it, for the developer who reads the log. */
  readonly hint: string;
  /** Whether the same request can succeed later without a change. */
  readonly retryable: boolean;
}

export const errorCatalog = {
  invalid_multipart: {
    status: 400,
    message: "The request body is not valid multipart/form-data.",
    hint: "Let your HTTP library build the body and set the Content-Type header with its boundary; do not set the header yourself. Check that the whole body is sent.",
    retryable: false,
  },
  missing_file: {
    status: 400,
    message: "A required photo is missing.",
    hint: "Send the file as the part that `param` names. An empty file counts as missing.",
    retryable: false,
  },
  unexpected_field: {
    status: 400,
    message: "The request has an unknown part, or the same part twice.",
    hint: "Send only the parts the endpoint documents, each once. `param` names the part. Photos are files, not text; version 3 takes no URLs and no base64.",
    retryable: false,
  },
  invalid_parameter: {
    status: 400,
    message: "A parameter has a value that is not allowed.",
    hint: "Correct the value that `param` names. The hint of the response says what that parameter takes.",
    retryable: false,
  },
  missing_api_key: {
    status: 401,
    message: "The request has no API key.",
    hint: "Send the header `Authorization: Bearer ss_sk_...`.",
    retryable: false,
  },
  invalid_api_key: {
    status: 401,
    message: "The API key is not valid.",
    hint: "The key is unknown, mistyped, expired or revoked. Check for missing characters, or create a new key.",
    retryable: false,
  },
  session_link_invalid: {
    status: 401,
    message: "This link opens no session.",
    hint: "The secret after the `#` of the link is missing, cut off, or of a session that was deleted. Use the link as it came with the session.",
    retryable: false,
  },
  private_key_required: {
    status: 403,
    message: "This endpoint needs a private API key.",
    hint: "Call it from your backend with a key that starts with `ss_sk_`. Public keys (`ss_pk_`) are for browsers and can only start live challenges.",
    retryable: false,
  },
  public_key_required: {
    status: 403,
    message: "This endpoint needs a public API key.",
    hint: "Call it from the browser with a key that starts with `ss_pk_`. Never send a private key to a browser; if you have, revoke it.",
    retryable: false,
  },
  live_key_required: {
    status: 403,
    message: "A test key cannot do this.",
    hint: "Test keys (`ss_tk_`) create sessions and verifies whose outcome you choose; photos are not analyzed. For this endpoint use a private key that starts with `ss_sk_`.",
    retryable: false,
  },
  test_key_required: {
    status: 403,
    message: "This endpoint needs a test key.",
    hint: "It creates or follows test events only. Use a key that starts with `ss_tk_`: `selfsame keys create Local --kind test`, or the dashboard.",
    retryable: false,
  },
  scope_missing: {
    status: 403,
    message: "This API key may not call this endpoint.",
    hint: "The key is restricted to some scopes, and this endpoint needs another one. Give the key the scope that the endpoint's description names (dashboard, API keys), or use another key.",
    retryable: false,
  },
  beyond_own_key: {
    status: 403,
    message: "A key cannot create or change a key that may do more than itself.",
    hint: "Kind, scopes, addresses, origins, limits, expiry and requirements of the other key have to lie within those of the key that creates, changes, rotates or revokes it. `param` names the field. A public key counts as one without limits and address ranges. Use a key with these rights, or the dashboard.",
    retryable: false,
  },
  address_not_allowed: {
    status: 403,
    message: "This API key may not be used from this address.",
    hint: "The key is restricted to address ranges. Add the address that your requests come from, as the audit log shows it (dashboard, API keys). Behind a proxy the service sees the proxy's address, unless its operator has named the proxy.",
    retryable: false,
  },
  origin_not_allowed: {
    status: 403,
    message: "This page may not use this public key.",
    hint: "Add the page's origin (scheme, host and port) to the key's allowed origins.",
    retryable: false,
  },
  ...notFoundErrors,
  method_not_allowed: {
    status: 405,
    message: "This endpoint does not support this HTTP method.",
    hint: "Use a method that the `Allow` header of this response lists.",
    retryable: false,
  },
  challenge_already_completed: {
    status: 409,
    message: "This challenge is already completed.",
    hint: "A challenge works once. Start a new one.",
    retryable: false,
  },
  step_out_of_order: {
    status: 409,
    message: "This challenge expects another photo.",
    hint: "Send the frame of each step to `POST /challenges/{id}/steps`, each after the response to the previous one, until a response has `complete`; then the selfie alone to `POST /challenges/{id}/complete`. A challenge that was started without `mode` takes all its photos there at once.",
    retryable: false,
  },
  session_ended: {
    status: 409,
    message: "This session has ended.",
    hint: "The session is verified, failed, expired or cancelled, or waits for a review. Read its `status`; create a new one where it has ended.",
    retryable: false,
  },
  consent_not_given: {
    status: 409,
    message: "The person has not agreed yet.",
    hint: "There is a record from the moment when the person agrees on the page (`consent` of the session).",
    retryable: false,
  },
  consent_text_changed: {
    status: 409,
    message: "The account has changed the text of the consent.",
    hint: "Read `consent.own` of `GET /session`, show the person the current text, and send its version once they agree.",
    retryable: false,
  },
  session_not_in_review: {
    status: 409,
    message: "This session does not wait for a review.",
    hint: "Only a session with the status `needs_review` can be decided. It may still be open, already decided, or expired after seven days. Read the session.",
    retryable: false,
  },
  another_reviewer_needed: {
    status: 409,
    message: "A second reviewer has to agree.",
    hint: "The team requires two reviewers, and the first decision came from the same person, from a key that this person created or rotated, or also from a key. A key of the command line acts for no person, and counts as neither. Let another person decide in the dashboard.",
    retryable: false,
  },
  no_more_links: {
    status: 409,
    message: "This session has had nine links, and can have no more.",
    hint: "Cancel it, and create another session for the person.",
    retryable: false,
  },
  session_under_way: {
    status: 409,
    message: "This session has not ended.",
    hint: "Create a new link for it (`POST /sessions/{id}/link`), or cancel it first.",
    retryable: false,
  },
  document_needed: {
    status: 409,
    message: "The reference of this session was a document, which it takes again.",
    hint: "Create a session with the document: `POST /sessions`.",
    retryable: false,
  },
  no_such_reviewer: {
    status: 409,
    message: "This user may not decide sessions of the team.",
    hint: "Name a member with the role reviewer or above, by id, or null for nobody.",
    retryable: false,
  },
  too_many_notes: {
    status: 409,
    message: "This session has 50 notes, and can have no more.",
    hint: "Give the rest as the reason of the decision.",
    retryable: false,
  },
  being_decided: {
    status: 409,
    message: "Another reviewer has just decided this session.",
    hint: "The decision is in `review_held`, and takes effect within a minute unless that reviewer undoes it. Read the session.",
    retryable: false,
  },
  nothing_to_undo: {
    status: 409,
    message: "There is no decision of yours to undo.",
    hint: "It has taken effect, the session has ended, or the decision is another reviewer's. Read the session.",
    retryable: false,
  },
  no_more_attempts: {
    status: 409,
    message: "This session has had ten attempts, and can have no more.",
    hint: "Approve or reject it, or create a new session for the person.",
    retryable: false,
  },
  session_not_started: {
    status: 409,
    message: "This session has not been started.",
    hint: "Send `POST /session/start` with the person's consent first.",
    retryable: false,
  },
  session_not_captured: {
    status: 409,
    message: "This session has nothing to compare yet.",
    hint: "Only a session that was created with `compare_limit` can be compared, once it is `captured`: wait for the event `session.captured`.",
    retryable: false,
  },
  wallet_not_needed: {
    status: 409,
    message: "The session needs no wallet.",
    hint: "It was created without `wallet`, or its wallet has answered already. Read `wallet` of `GET /session`.",
    retryable: false,
  },
  wallet_portrait_needed: {
    status: 409,
    message: "The session waits for the portrait of the person's wallet.",
    hint: "The session was created with `wallet`. The page asks the wallet by `POST /session/wallet`; once it has answered, an attempt can be made.",
    retryable: false,
  },
  session_elsewhere: {
    status: 409,
    message: "The session continues on another device.",
    hint: "The device that started last has the session. Start it again here to take it back.",
    retryable: false,
  },
  idempotency_conflict: {
    status: 409,
    message: "This Idempotency-Key was used for another request.",
    hint: "Use a new key for each new request, and the same key only to repeat the same request.",
    retryable: false,
  },
  idempotency_in_progress: {
    status: 409,
    message: "The request with this Idempotency-Key is still in progress.",
    hint: "Wait a moment and send the request again.",
    retryable: true,
  },
  batch_over: {
    status: 409,
    message: "This batch has ended.",
    hint: "Only a batch that is queued or running can be cancelled. Read its results, or delete it.",
    retryable: false,
  },
  key_not_active: {
    status: 409,
    message: "This API key has ended, or has a successor.",
    hint: "An expired, revoked or rotated key cannot be rotated or get a new expiry date. Create another key, or use the one in `successor_id`.",
    retryable: false,
  },
  too_many_keys: {
    status: 409,
    message: "The account has reached its limit of active API keys.",
    hint: "The limit is 100. Revoke unused keys: `last_used_on` shows the last use of each.",
    retryable: false,
  },
  secret_already_shown: {
    status: 409,
    message: "An earlier request with the same Idempotency-Key created this key and returned its secret.",
    hint: "The secret is shown once and not stored. If that response was lost, revoke the key and create another with a new Idempotency-Key.",
    retryable: false,
  },
  too_many_endpoints: {
    status: 409,
    message: "The account has reached its limit of webhook endpoints, in total or on this host.",
    hint: "The limits are 20 in total and 5 on one host. Delete one, or let one endpoint receive several event types.",
    retryable: false,
  },
  webhook_endpoint_disabled: {
    status: 409,
    message: "This webhook endpoint is disabled.",
    hint: "Enable it first: `POST /webhook_endpoints/{id}/enable`.",
    retryable: false,
  },
  too_many_domains: {
    status: 409,
    message: "The account has reached its limit of domains.",
    hint: "The limit is 100. Remove those you do not need, or allow all subdomains of a host: `*.example.com`.",
    retryable: false,
  },
  too_many_trust_anchors: {
    status: 409,
    message: "The account has reached its limit of trust anchors, or the file has too many.",
    hint: "An account may have 200 trust anchors, and a file may contain 100. Remove those you do not need, or ask the operator to add a whole master list: `selfsame documents trust add FILE`.",
    retryable: false,
  },
  too_many_registration_certificates: {
    status: 409,
    message: "The account has reached its limit of registration certificates.",
    hint: "The limit is 4, expired ones included. Remove those you do not need.",
    retryable: false,
  },
  too_many_oidc_clients: {
    status: 409,
    message: "The account has reached its limit of OpenID Connect clients.",
    hint: "The limit is 50. Delete those you do not need.",
    retryable: false,
  },
  challenge_expired: {
    status: 410,
    message: "This challenge has expired.",
    hint: "A challenge expires after 120 seconds. Start a new one.",
    retryable: false,
  },
  file_too_large: {
    status: 413,
    message: "The file is too large.",
    hint: "A photo may have 5 MB (5,242,880 bytes). Scale it down so that its longest side is about 1,600 pixels and save it as JPEG; accuracy does not suffer.",
    retryable: false,
  },
  body_too_large: {
    status: 413,
    message: "The body is too large.",
    hint: "The limit is 32 MB as lines (application/x-ndjson) and 8 MB as application/json. Split the batch.",
    retryable: false,
  },
  too_many_items: {
    status: 413,
    message: "The batch has too many items.",
    hint: "The limit is 10,000 items. Split the batch.",
    retryable: false,
  },
  image_too_large: {
    status: 413,
    message: "The photo has too many pixels.",
    hint: "A photo may have 50 megapixels. Scale it down; about 1,600 pixels on the longest side are plenty.",
    retryable: false,
  },
  unsupported_image_format: {
    status: 415,
    message: "The photo is in a format that is not supported.",
    hint: "Send JPEG, PNG or WebP; a reference may also be JPEG 2000. Convert other formats, such as the HEIC of iPhones: `message` names the format where it is recognized, and `hint` what to do. The content of the file counts, not its name or declared type. With curl, check the @: `-F selfie=@selfie.jpg`.",
    retryable: false,
  },
  unsupported_content_type: {
    status: 415,
    message: "The request has a content type this endpoint does not accept.",
    hint: "Send `multipart/form-data` with photos, otherwise `application/json`.",
    retryable: false,
  },
  no_face: {
    status: 422,
    message: "No face was found in the photo.",
    hint: "Ask for another photo: the face turned to the camera, evenly lit, uncovered, and at least 80 pixels wide. `param` names the photo.",
    retryable: false,
  },
  image_unreadable: {
    status: 422,
    message: "The photo cannot be read.",
    hint: "The file is damaged or cut off. Check that the whole file was stored and sent, and that other programs open it.",
    retryable: false,
  },
  url_not_allowed: {
    status: 422,
    message: "Photos from this URL are not allowed.",
    hint: "Send the photo as a file, or add its host to the account's allowed domains. Private network addresses are rejected.",
    retryable: false,
  },
  download_failed: {
    status: 422,
    message: "The photo could not be downloaded.",
    hint: "The URL must return the photo itself within a few seconds, without a login. Check that it has not expired.",
    retryable: true,
  },
  document_format_unsupported: {
    status: 422,
    message: "The document is in a format that is not supported.",
    hint: "Send `document_format` as `face_record` (ISO/IEC 19794-5 or 39794-5), `dg2` (data group 2 of an ICAO 9303 chip) `mdoc` (a DeviceResponse of ISO/IEC 18013-5 with a driving license or a PID) or `sd_jwt_vc` (a PID as SD-JWT VC). A plain photo goes into `reference`.",
    retryable: false,
  },
  document_unreadable: {
    status: 422,
    message: "The document cannot be read.",
    hint: "The file is damaged, cut off, or not what `document_format` says. Send the bytes as the chip or the wallet gave them, with nothing before or after them; EF.DG2 begins with 0x75, EF.SOD with 0x77, and a DeviceResponse is CBOR that is not encoded as text. `param` names the file.",
    retryable: false,
  },
  certificate_unreadable: {
    status: 422,
    message: "The file contains no certificate of an authority.",
    hint: "Send PEM as it is, or DER or an ICAO master list as base64. The certificate has to be that of an authority (CA), with an RSA or ECDSA key. Lists in XML are not read.",
    retryable: false,
  },
  registration_certificate_unreadable: {
    status: 422,
    message: "The text is no registration certificate.",
    hint: "Send the compact JWT of your registrar (ETSI TS 119 475): three parts with dots between them, whose header has the type `rc-wrp+jwt`.",
    retryable: false,
  },
  registration_certificate_expired: {
    status: 422,
    message: "The registration certificate has expired.",
    hint: "Ask your registrar for a new one.",
    retryable: false,
  },
  document_portrait_missing: {
    status: 422,
    message: "The document contains no portrait.",
    hint: "The document is readable, but has no face image. Read the data group again, ask the wallet for `portrait`, or ask for a photo.",
    retryable: false,
  },
  document_digest_mismatch: {
    status: 422,
    message: "The document is not the one that was signed.",
    hint: "The issuer signed another digest of the portrait, or none. With `dg2` send both files of one chip, unchanged. If you did, the document was tampered with: reject it.",
    retryable: false,
  },
  document_signature_invalid: {
    status: 422,
    message: "A signature of the document is not valid.",
    hint: "The issuer's signature or the certificate with it was changed after it was signed, or a file is damaged. Read the document again. If the error persists, reject it.",
    retryable: false,
  },
  document_issuer_unknown: {
    status: 422,
    message: "The document's issuer is not trusted.",
    hint: "No trust anchor has the key that issued the document signer's certificate. If you trust the issuer, add the certificate of its authority (CSCA, IACA, PID provider) with `POST /trust_anchors`, or ask the operator to: `selfsame documents trust add FILE`.",
    retryable: false,
  },
  document_expired: {
    status: 422,
    message: "The document has expired.",
    hint: "The document, the certificate that signed it, or the issuer's, has expired. Ask for a valid document.",
    retryable: false,
  },
  document_not_yet_valid: {
    status: 422,
    message: "The document is not valid yet.",
    hint: "The document or the certificate that signed it is not valid before a future date. Check the clock of the service (`selfsame doctor`).",
    retryable: false,
  },
  document_algorithm_unsupported: {
    status: 422,
    message: "The document is signed with an algorithm that is not supported.",
    hint: "Supported are RSA and RSA-PSS from 2048 bits, and ECDSA on NIST and Brainpool curves from 256 bits, with SHA-256 to SHA-512, and RSA-PSS with one hash for both of its uses. Wallets sign with ECDSA only. With `dg2`, leave `sod` out to compare without a proof of the issuer.",
    retryable: false,
  },
  document_signature_weak: {
    status: 422,
    message: "The document is signed with SHA-1 or SHA-224, which is too weak.",
    hint: "Old passports are signed so, and such signatures can be forged at great expense. If you must accept them, use a key with `allow_weak_signature`. Otherwise ask for another document, or leave `sod` out to compare without a proof of the issuer.",
    retryable: false,
  },
  document_revoked: {
    status: 422,
    message: "The issuer has revoked or suspended the document, or its authority has revoked the signer.",
    hint: "Ask the person for a document that is valid.",
    retryable: false,
  },
  document_status_unknown: {
    status: 422,
    message:
      "The issuer's status list could not be fetched, or is not signed by a trusted issuer. For a chip: there is no current revocation list of its authority.",
    hint: "Retry later. Your team decides in the dashboard (Settings, Trust anchors) whether such documents are accepted, and otherwise the operator with `SELFSAME_DOCUMENT_STATUS`.",
    retryable: false,
  },
  document_device_signature_invalid: {
    status: 422,
    message: "The wallet's signature is not valid for this request.",
    hint: "The wallet signed another session than the one that you sent (`session_transcript`, `nonce`), or with another key than the one that the issuer bound the document to. Send the values of the request that the wallet answered. If you did, reject the document: it may have been copied.",
    retryable: false,
  },
  document_audience_mismatch: {
    status: 422,
    message: "The document was presented to another verifier.",
    hint: "The wallet made the presentation for another verifier than `audience`. Send the `client_id` of the request that the wallet answered. If you did, reject the document.",
    retryable: false,
  },
  document_replayed: {
    status: 422,
    message: "The document was presented before.",
    hint: "A presentation is accepted once. Make a new request with a new nonce and let the wallet answer it.",
    retryable: false,
  },
  document_signature_required: {
    status: 422,
    message: "A signed document is required.",
    hint: "The request, the session or the key has `require_signed_document`. Send `reference_document` as `dg2`, with the chip's EF.SOD as `sod`, or what a wallet presents.",
    retryable: false,
  },
  template_invalid: {
    status: 422,
    message: "The template is damaged.",
    hint: "It was cut off or changed since it was made. Send the unchanged text of `POST /templates`.",
    retryable: false,
  },
  template_foreign: {
    status: 422,
    message: "The template is not of this account.",
    hint: "It was sealed for another account, for the other mode (test or live), or by another service. Make one with a key of this account: `POST /templates`.",
    retryable: false,
  },
  template_key_deleted: {
    status: 422,
    message: "The template cannot be opened any more.",
    hint: "The account's template key was deleted, or the service's secret key was changed. Make a new template: `POST /templates`.",
    retryable: false,
  },
  template_purpose_mismatch: {
    status: 422,
    message: "The template was made for another purpose.",
    hint: "Send the `template_purpose` that it was made for, or make one for this purpose: `POST /templates`.",
    retryable: false,
  },
  template_expired: {
    status: 422,
    message: "The template has expired.",
    hint: "Make a new one: `POST /templates`. `expires_in_s` sets for how long.",
    retryable: false,
  },
  template_outdated: {
    status: 422,
    message: "The template was made by a recognizer that does not fit this comparison.",
    hint: "Embeddings of two recognizers cannot be compared. Make a new template: `POST /templates`; or ask the operator to install that recognizer again.",
    retryable: false,
  },
  wallet_not_configured: {
    status: 422,
    message: "This service is not set up to ask wallets.",
    hint: "The operator sets `SELFSAME_WALLET_CERTIFICATE` and `SELFSAME_WALLET_KEY`: the certificate that wallets know this service by. Test keys need neither.",
    retryable: false,
  },
  oidc_not_configured: {
    status: 422,
    message: "This service is no OpenID Connect provider.",
    hint: "The operator turns it on with `SELFSAME_OIDC=on`.",
    retryable: false,
  },
  branding_incomplete: {
    status: 422,
    message: "The account has no name or no privacy policy to show.",
    hint: "A live session shows the person who asks, and links to your privacy policy. Set `name` and `privacy_url` by `POST /api/v3/branding` or in the dashboard (Settings, Branding). Test keys need neither.",
    retryable: false,
  },
  several_faces_found: {
    status: 422,
    message: "The photo shows several faces.",
    hint: "Ask for a photo of one person alone; `param` names the photo. If others may be in it, send `allow_several_faces` as `true`, or change the key.",
    retryable: false,
  },
  challenge_required: {
    status: 422,
    message: "A live challenge is required.",
    hint: "Send the `challenge_token` that the browser received with this selfie. The request or its key requires one (`require_challenge`, or a `nonce`).",
    retryable: false,
  },
  image_too_complex: {
    status: 422,
    message: "The photo takes too long to process.",
    hint: "Send an ordinary photo of a person: at most 20 times as long as wide, 16 bits a channel only up to 12.5 megapixels, no collage. Scaling it down to about 1,600 pixels and saving it as JPEG helps.",
    retryable: false,
  },
  stepwise_challenge_required: {
    status: 422,
    message: "This account accepts stepwise challenges only.",
    hint: 'The setting `challenge_mode` of the key, or of its team, is `stepwise`. Start the challenge with `"mode": "stepwise"`: the camera of this version does, so reload or upgrade the page. For pages with an older camera set `challenge_mode` of their key to `any` (dashboard, `PATCH /keys/{id}` or `selfsame keys change`).',
    retryable: false,
  },
  invalid_challenge_token: {
    status: 422,
    message: "The challenge token is not valid for this selfie.",
    hint: "Send the token once and unchanged, within ten minutes, with the selfie that it was issued for, from the same account, and with the `nonce` that the challenge was started with. Each verify needs a new challenge.",
    retryable: false,
  },
  attestation_invalid: {
    status: 422,
    message: "The app's attestation does not hold.",
    hint: "Reject the request, unless the cause is in your own code: `message` says what does not fit.",
    retryable: false,
  },
  challenge_failed: {
    status: 422,
    message: "The challenge was not passed.",
    hint: "Let the person try again. After three attempts, start a new challenge.",
    retryable: false,
  },
  step_too_early: {
    status: 422,
    message: "The frame of this step came too early.",
    hint: "Take the frame no sooner than `not_before_ms` after the step arrived, and send the time in `captured_after_ms`. This challenge has ended: start a new one.",
    retryable: false,
  },
  step_too_late: {
    status: 422,
    message: "The photo came too late.",
    hint: "The whole photo has to arrive within `until_ms` of the response that requested it. This challenge has ended: start a new one.",
    retryable: false,
  },
  rate_limited: {
    status: 429,
    message: "Too many requests.",
    hint: "Retry after the seconds in `Retry-After`. `limit_of` names whose limit it is (`plan`, `key` or `network`), `limit_window` its window, `limit` the number and `resets_at` when there is room again. The `RateLimit` header of every response reports what is left.",
    retryable: true,
  },
  too_many_wallet_requests: {
    status: 429,
    message: "Too many wallets of this account are asked at once.",
    hint: "At most 500 requests of an account wait for a wallet, each for at most ten minutes. Try again in a minute.",
    retryable: true,
  },
  too_many_challenges: {
    status: 429,
    message: "Too many challenges were started and not completed.",
    hint: "Wait for the seconds in `Retry-After`, and complete the challenges that are open. One network or session may leave 100 challenges of an account incomplete in an hour. The service also limits the open challenges of each key (`SELFSAME_CHALLENGES_OPEN`).",
    retryable: true,
  },
  quota_exceeded: {
    status: 429,
    message: "The monthly limit of the plan or of the key is used up.",
    hint: "Wait until `resets_at`. `limit_of` names whose limit it is: `plan` or `key`. For the plan, ask the operator of this service for a larger one; for the key, raise its limit (dashboard, API keys) or use another key.",
    retryable: false,
  },
  internal_error: {
    status: 500,
    message: "Something went wrong on our side.",
    hint: "Retry. If the error persists, send `meta.request_id` to the operator of this service, who finds the details in the log.",
    retryable: true,
  },
  engine_busy: {
    status: 503,
    message: "The service is busy.",
    hint: "Retry after the seconds in `Retry-After`. If this happens often, add workers or nodes.",
    retryable: true,
  },
  storage_full: {
    status: 503,
    message: "The service's disk is full.",
    hint: "The request was not processed and not counted. Retry later. The operator must free disk space (`/health/ready` reports `disk: full`).",
    retryable: true,
  },
  shutting_down: {
    status: 503,
    message: "This node is shutting down.",
    hint: "Retry. Another node will answer, or this one after its restart.",
    retryable: true,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalog;

export const errorCodes = Object.keys(errorCatalog) as readonly ErrorCode[];

/** The message in a response: the catalog's, or one that names the parameter. */
export function messageOf(code: ErrorCode, param: string | null): string {
  if (param !== null && code === "invalid_parameter") return `\`${param}\` has a value that is not allowed.`;
  return errorCatalog[code].message;
}

/** The hint in a response: the catalog's, or what the parameter accepts. */
export const hintOf = (code: ErrorCode, param: string | null): string =>
  code === "invalid_parameter" ? parameterHint(param) : errorCatalog[code].hint;
