import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Plan } from "../../../accounts/access/plans.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../../testing/service/service.ts";

const none: Plan = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };

/** The response to the second of two requests. */
async function second(
  t: TestContext,
  { plan = {}, limits = {} }: { readonly plan?: Partial<Plan>; readonly limits?: Partial<Plan> },
) {
  const service = await startService(t, {
    engine: scriptedEngine(),
    comparison: scriptedComparison,
    plan: { ...none, ...plan },
  });
  const { id, secret } = await service.makeKey({ limits: { ...none, ...limits } });
  const ask = (version: string) =>
    fetch(`${service.url}/api/${version}/models`, { headers: { authorization: `Bearer ${secret}` } });
  await ask("v3");
  const response = await ask("v3");
  // oxlint-disable-next-line typescript/no-explicit-any
  const { error } = (await response.json()) as { readonly error: any };
  const headers = Object.fromEntries(
    ["ratelimit-policy", "ratelimit", "retry-after"].map((name) => [name, response.headers.get(name) ?? ""]),
  );
  return { id, status: response.status, error, headers };
}

for (const [whose, given] of [
  ["plan", { plan: { requestsPerMinute: 1 } }],
  ["key", { limits: { requestsPerMinute: 1 } }],
] as const) {
  test(`a used-up minute of the ${whose} is named, with its number and its end`, async (t) => {
    const { id, status, error, headers } = await second(t, given);
    assert.deepEqual(
      [status, error.code, error.limit, error.limit_of, error.limit_window],
      [429, "rate_limited", 1, whose, "minute"],
    );
    assert.match(
      error.message,
      whose === "plan"
        ? /^Your plan allows 1 request per minute: /
        : new RegExp(`^The key ${id} allows 1 request per minute: `),
    );
    const endsMs = Date.parse(error.resets_at) - Date.now();
    assert.ok(endsMs > 0 && endsMs <= 61_000, String(endsMs));
    assert.match(error.hint, whose === "plan" ? /larger plan/ : /raise the limit of the key/);
    assert.match(
      headers["ratelimit-policy"] ?? "",
      whose === "plan" ? /^"minute";q=1;w=60$/ : /^"minute";q=1;w=60;selfsame-of="key"$/,
    );
    assert.ok(Number(headers["retry-after"]) > 0);
  });

  test(`a used-up month of the ${whose} is named, and ends with the month`, async (t) => {
    const month = whose === "plan" ? { plan: { requestsPerMonth: 1 } } : { limits: { requestsPerMonth: 1 } };
    const { id, status, error } = await second(t, month);
    assert.deepEqual(
      [status, error.code, error.limit, error.limit_of, error.limit_window],
      [429, "quota_exceeded", 1, whose, "month"],
    );
    assert.ok(
      error.message.startsWith(
        whose === "plan" ? "Your plan allows 1 request per month" : `The key ${id} allows 1 request per month`,
      ),
    );
    assert.match(error.resets_at, /^\d{4}-\d{2}-01T00:00:00\.000Z$/);
  });
}
