/** Those of the catalogue with status 404: what is not there, or is another account's. */
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
    hint: "Start a new challenge and use the id it gives.",
    retryable: false,
  },
  session_not_found: {
    status: 404,
    message: "There is no such session.",
    hint: "Use the id that the session was made with, from the same account. Sessions are kept for 90 days.",
    retryable: false,
  },
  webhook_endpoint_not_found: {
    status: 404,
    message: "There is no such webhook endpoint.",
    hint: "Use the id that the endpoint was made with, from the same account.",
    retryable: false,
  },
  key_not_found: {
    status: 404,
    message: "There is no such API key.",
    hint: "Use the id that the key was made with, from the same account. A test key sees test keys alone.",
    retryable: false,
  },
  delivery_not_found: {
    status: 404,
    message: "There is no such delivery.",
    hint: "List the endpoint's deliveries. They are kept for 30 days.",
    retryable: false,
  },
  batch_not_found: {
    status: 404,
    message: "There is no such batch.",
    hint: "Use the id that the batch was made with, from the same account. Batches are kept for 30 days.",
    retryable: false,
  },
  request_not_found: {
    status: 404,
    message: "There is no such request in the log.",
    hint: "Use the `request_id` of its answer, with a key of the same account. Requests are kept for 7 days unless the operator says otherwise.",
    retryable: false,
  },
} as const;
