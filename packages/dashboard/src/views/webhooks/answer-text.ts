import type { Delivery } from "@selfsame/server/api/v3/schemas/webhooks";

const problems: Readonly<Record<NonNullable<Delivery["problem"]>, string>> = {
  blocked: "The address is not allowed",
  failed: "No connection",
  timeout: "No response within 15 seconds",
  endpoint_disabled: "The endpoint was disabled",
  endpoint_unverified: "Not sent: the endpoint has never responded with 2xx",
  rate_limited: "The minute's deliveries are used up",
  secret_lost: "Its secret or address cannot be opened: rotate it, or add it again",
  given_up: "Given up",
};

/** The result of the last attempt, in a few words. */
export function answerText({ response, problem }: Pick<Delivery, "response" | "problem">): string {
  if (problem !== null) return problems[problem];
  return response === null ? "on its way" : String(response.status);
}
