/**
 * For tests: access control behind a minimal HTTP server, as a separate process, so that tests can run several nodes and kill them. Prints its port.
 * POST /clock?ms=N moves its clock, POST /revoke?account=A&key=K revokes a key as the dashboard would, GET /health returns its health, and every
 * other request is identified, admitted, recorded and then answered.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { openRedis } from "@selfsame/platform/store/redis";
import { silent } from "@selfsame/platform/store/log";
import { openStore } from "@selfsame/platform/store/store";
import { createAccess } from "../../src/create-access.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { revokeKey } from "../../src/accounts/keys/changes.ts";
import { defaultPlans, plansSchema } from "../../src/accounts/access/plans.ts";

const { DATA_DIR = "", DATABASE_URL, REDIS_URL, PLANS } = process.env;
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
const store = await openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, silent, now);
const plans = PLANS ? plansSchema.parse(JSON.parse(PLANS)) : defaultPlans;
const redis = REDIS_URL ? openRedis({ url: REDIS_URL }, silent) : undefined;
// Waits for Redis: a node must not count requests locally because Redis was ready a moment later than the port, or the machine was busy.
if (redis) {
  redis.options.commandTimeout = 60_000;
  await new Promise((resolve) => redis.once("ready", resolve));
}
const access = createAccess({ store, redis, plans, now });

async function answer(url: URL, authorization: string | undefined): Promise<[status: number, body: object]> {
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  if (url.pathname === "/clock") return [200, { aheadMs: (aheadMs += Number(asked("ms"))) }];
  if (url.pathname === "/health") return [200, await access.health()];
  if (url.pathname === "/revoke") {
    const keys = { store, now, changed: () => access.callers.forget() };
    return [200, await revokeKey(keys, commandLine, asked("account"), asked("key"))];
  }
  const found = await access.identify(authorization);
  if (found.outcome !== "known") return [401, found];
  const admission = await access.admit(found.caller);
  const record = { caller: found.caller, endpoint: "test", durationMs: 1 };
  if (admission.outcome !== "admitted") {
    await access.record({ ...record, outcome: admission.outcome });
    return [429, { limits: admission.limits }];
  }
  await access.record({ ...record, outcome: "match" });
  admission.release();
  return [200, { limits: admission.limits }];
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://node");
  answer(url, request.headers.authorization)
    .catch((error: unknown): [number, object] => [
      error instanceof StoreUnavailable ? 503 : 500,
      { error: String(error) },
    ])
    .then(([status, body]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    )
    .catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
