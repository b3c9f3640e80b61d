/** The catalog's errors with status 404: the object does not exist, or belongs to another account. */
export const notFoundErrors = {
  not_found: {
    status: 404,
    message: "There is no such endpoint.",
    hint: "Check the path against the reference. Version 3 lives under `/api/v3`.",
    retryable: false,
  },
  challenge_not_found: {
    status: 404,
    message: "There is no such challenge.",
    hint: "Start a new challenge and use the id in its response.",
    retryable: false,
  },
  session_not_found: {
    status: 404,
    message: "There is no such session.",
    hint: "Use the `id` that creating the session returned, with a key of the same account. Sessions are stored for 90 days after their end, unless your account or the operator chose otherwise.",
    retryable: false,
  },
  consent_text_not_found: {
    status: 404,
    message: "There is no such version of your consent texts.",
    hint: "Use a `version` from `GET /consent_texts`, which lists the newest 50. The record of a consent has the words that were agreed to, whatever became of their version.",
    retryable: false,
  },
  evidence_not_found: {
    status: 404,
    message: "The session has no sealed evidence.",
    hint: "Photos are sealed only in sessions that are created after your team set a public key, and deleted after the days that it set. The session's `evidence` says whether there are any.",
    retryable: false,
  },
  webhook_endpoint_not_found: {
    status: 404,
    message: "There is no such webhook endpoint.",
    hint: "Use the `id` that creating the endpoint returned, with a key of the same account.",
    retryable: false,
  },
  domain_not_found: {
    status: 404,
    message: "The account has no such domain.",
    hint: "Use a domain from the list, as it is written there. Those of the operator cannot be removed.",
    retryable: false,
  },
  trust_anchor_not_found: {
    status: 404,
    message: "There is no such trust anchor.",
    hint: "Use the `id` from the list of trust anchors, with a key of the same account. A test key finds those of test keys only; those of the operator are removed with `selfsame documents trust remove ID`.",
    retryable: false,
  },
  registration_certificate_not_found: {
    status: 404,
    message: "There is no such registration certificate.",
    hint: "Use the `id` from the list of registration certificates, with a live key of the same account.",
    retryable: false,
  },
  oidc_client_not_found: {
    status: 404,
    message: "There is no such OpenID Connect client.",
    hint: "Use the `id` from the list of clients, with a key of the same account. A test key finds those of test keys only. A client that signs with a key has no secret to rotate.",
    retryable: false,
  },
  key_not_found: {
    status: 404,
    message: "There is no such API key.",
    hint: "Use the `id` that creating the key returned, with a key of the same account. A test key finds test keys only.",
    retryable: false,
  },
  event_not_found: {
    status: 404,
    message: "There is no such event.",
    hint: "Use the `id` of an event in the list, with a key of the same account. Events are stored for 30 days. A test key finds test events only.",
    retryable: false,
  },
  delivery_not_found: {
    status: 404,
    message: "There is no such delivery.",
    hint: "List the endpoint's deliveries. They are stored for 30 days.",
    retryable: false,
  },
  batch_not_found: {
    status: 404,
    message: "There is no such batch.",
    hint: "Use the `id` that creating the batch returned, with a key of the same account. Batches are stored for 30 days after their end.",
    retryable: false,
  },
  request_not_found: {
    status: 404,
    message: "There is no such request in the log.",
    hint: "Use the `request_id` of its response, with a key of the same account. Requests are stored for 7 days unless the operator changes that.",
    retryable: false,
  },
} as const;
