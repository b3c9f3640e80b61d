import type { Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";

const problems: Readonly<Record<string, string>> = {
  blocked: "The address may not be reached",
  failed: "No connection",
  timeout: "No answer within 15 seconds",
  endpoint_disabled: "The endpoint was switched off",
  endpoint_unverified: "Not sent: the endpoint has never answered 2xx",
  rate_limited: "The minute's deliveries are used up",
  secret_lost: "Its secret or address cannot be opened: rotate it, or add it again",
  given_up: "Given up",
};

/** What came of the last attempt, in a few words. */
export function answerText({ responseStatus, problem }: Pick<Delivery, "responseStatus" | "problem">): string {
  if (problem !== null) return problems[problem] ?? problem;
  return responseStatus === null ? "on its way" : String(responseStatus);
}
