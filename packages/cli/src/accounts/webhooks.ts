import { setTimeout } from "node:timers/promises";
import { commandLine } from "@selfsame/platform/audit/audit";
import manifest from "../../package.json" with { type: "json" };
import { eventTypes } from "@selfsame/platform/events/event-types";
import { overlapSecondsMax, overlapSecondsUsual } from "@selfsame/platform/secrets/overlap";
import { oneOf } from "../one-of.ts";
import { isReachedLocally } from "@selfsame/platform/ops/metrics-place";
import { OperatorError } from "@selfsame/platform/operator-error";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { hasOtherVersion } from "@selfsame/platform/secrets/seal-addresses";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import { listDeliveries, sendPing } from "@selfsame/server/features/webhooks/deliveries";
import {
  createEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpoint,
} from "@selfsame/server/features/webhooks/endpoints";
import type { WebhookDeps } from "@selfsame/server/features/webhooks/endpoints";
import { createPost } from "@selfsame/server/features/webhooks/post";
import { accountNamed } from "./account-named.ts";
import type { Command } from "../command.ts";
import { numberOf, runSubcommand, textOf, textsOf } from "../subcommands.ts";
import type { Parsed, Subcommand } from "../subcommands.ts";
import { listOptions, printList } from "../print-list.ts";
import { withStore } from "../with-store.ts";

const help = `Usage: selfsame webhooks create URL [--type TYPE...] [--test] [--account ACCOUNT]
       selfsame webhooks list [--json] [--account ACCOUNT]
       selfsame webhooks rotate ID [--overlap-seconds N] [--account ACCOUNT]
       selfsame webhooks enable ID [--account ACCOUNT]
       selfsame webhooks test ID [--account ACCOUNT]
       selfsame webhooks delete ID [--account ACCOUNT]

Manages endpoints of the first account, or of --account ACCOUNT. A secret is printed once, when it is created. Without --type an endpoint receives every type:
${eventTypes.join(", ")}.
--test  the endpoint receives the events of test keys and of the dashboard's test sessions, and no others. Other endpoints receive none of them.
test    lets the running service send a ping, and prints the result.`;

const urlRejected =
  "Give a public https URL. For http, or a host on your own network, add the host to SELFSAME_ALLOWED_DOMAINS and set SELFSAME_ALLOW_PRIVATE_WEBHOOKS=true.";

const account = { account: { type: "string" } } as const;
const noEndpoint = () => new OperatorError("The account has no such endpoint.");

const create: Subcommand = {
  words: ["URL"],
  options: { ...account, type: { type: "string", multiple: true }, test: { type: "boolean" } },
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const url = parsed.positionals[0] ?? "";
      if (url.length > 2048 || !deps.post.mayTell(url)) throw new OperatorError(urlRejected);
      const made = await createEndpoint(deps, commandLine, accountId, {
        url,
        types: textsOf(parsed, "type").map((type) => oneOf(type, eventTypes, "event type")),
        test: parsed.values["test"] === true,
      });
      if (!made) throw new OperatorError("The account has too many endpoints: delete some first.");
      console.log(`Id: ${made.endpoint.id}\nSecret: ${made.secret}`);
    }),
};

const list: Subcommand = {
  words: [],
  options: { ...account, ...listOptions },
  run: (parsed) =>
    onEndpoints(parsed, async ({ store, seal }, accountId) => {
      const rows = (await listEndpoints(store.db, seal, accountId)).map((endpoint) => {
        const { id, status, test, types, url, verifiedAtMs } = endpoint;
        return { id, status, test, verified: verifiedAtMs !== null, types, url };
      });
      printList(parsed, rows, {
        id: ({ id }) => id,
        status: ({ status, test, verified }) => {
          const marks = [test ? "test" : "", verified ? "" : "unverified"].filter((mark) => mark !== "");
          return marks.length > 0 ? `${status} (${marks.join(", ")})` : status;
        },
        types: ({ types }) => types.join(",") || "everything",
        url: ({ url }) => url,
      });
    }),
};

const rotate: Subcommand = {
  words: ["ID"],
  options: { ...account, "overlap-seconds": { type: "string" } },
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const overlapSeconds = numberOf(parsed, "overlap-seconds", 0, overlapSecondsMax) ?? overlapSecondsUsual;
      const made = await rotateEndpoint(deps, commandLine, accountId, parsed.positionals[0] ?? "", overlapSeconds);
      if (!made) throw noEndpoint();
      console.log(`Id: ${made.endpoint.id}\nSecret: ${made.secret}`);
    }),
};

const enable: Subcommand = {
  words: ["ID"],
  options: account,
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const endpoint = await enableEndpoint(deps, commandLine, accountId, parsed.positionals[0] ?? "");
      if (!endpoint) throw noEndpoint();
      console.log(`Enabled: ${endpoint.id}`);
    }),
};

/** How long to wait for the test delivery: a running service starts it within a second, and it times out after 15. */
const testMs = 20_000;

const test: Subcommand = {
  words: ["ID"],
  options: account,
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const id = parsed.positionals[0] ?? "";
      const queue = openQueue(deps.store, jobKinds);
      const sent = await sendPing({ ...deps, queue }, accountId, id);
      if (!sent) throw noEndpoint();
      console.log(await outcomeOf(deps.store, accountId, id, sent.id));
    }),
};

/** @throws OperatorError when it was not delivered */
async function outcomeOf(store: Store, accountId: string, endpointId: string, deliveryId: string): Promise<string> {
  for (const untilMs = Date.now() + testMs; Date.now() < untilMs; await setTimeout(250)) {
    const page = await listDeliveries(store.db, accountId, endpointId, { limit: 100 });
    const delivery = page?.rows.find((row) => row.id === deliveryId);
    if (!delivery || delivery.attempts + Number(delivery.status !== "pending") === 0) continue;
    const { status, response_status, response_head, duration_ms, problem } = delivery;
    if (status === "delivered") return `Delivered: ${response_status}, after ${duration_ms} ms`;
    throw new OperatorError(
      `Not delivered: ${response_status === null ? problem : `the endpoint responded with ${response_status}: ${response_head}`}`,
    );
  }
  throw new OperatorError("The ping was not sent within 20 seconds. Check that the service runs, on this database.");
}

const remove: Subcommand = {
  words: ["ID"],
  options: account,
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const id = parsed.positionals[0] ?? "";
      if (!(await removeEndpoint(deps, commandLine, accountId, id))) throw noEndpoint();
      console.log(`Deleted: ${id}`);
    }),
};

type EndpointDeps = Omit<WebhookDeps, "queue">;

function onEndpoints(parsed: Parsed, work: (deps: EndpointDeps, accountId: string) => Promise<void>): Promise<number> {
  return withStore(async (store, config) => {
    const seal = createSeal(await findSecretKey(config, silent));
    const post = createPost({
      allowedDomains: config.allowedDomains,
      allowPrivate: config.allowPrivateWebhooks,
      allowLoopback: isReachedLocally(config),
    });
    // While nodes of the previous version run, addresses stay unencrypted, since those nodes could not decrypt them.
    const isPlain = await hasOtherVersion({ store, version: manifest.version });
    const deps = { store, seal, mayClose: () => !isPlain, post, now: Date.now };
    await work(deps, await accountNamed(store.db, textOf(parsed, "account")));
  });
}

export const command: Command = {
  summary: "create, list, test, rotate and delete webhook endpoints",
  help,
  run: (args) => runSubcommand({ create, list, rotate, enable, test, delete: remove }, help, args),
};
