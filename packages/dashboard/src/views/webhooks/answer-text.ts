import type { Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";

const problems: Readonly<Record<string, string>> = {
  blocked: "The address is not allowed",
  failed: "No connection",
  timeout: "No response within 15 seconds",
  endpoint_disabled: "The endpoint was disabled",
  endpoint_unverified: "Not sent: the endpoint has never responded with 2xx",
  rate_limited: "The minute's deliveries are used up",
  secret_lost: "Its secret or address cannot be opened: rotate it, or add it again",
  given_up: "Given up",
};

/** What came of the last attempt, in a few words. */
export function answerText({ responseStatus, problem }: Pick<Delivery, "responseStatus" | "problem">): string {
  if (problem !== null) return problems[problem] ?? problem;
  return responseStatus === null ? "on its way" : String(responseStatus);
}
