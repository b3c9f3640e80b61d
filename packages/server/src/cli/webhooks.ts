import { commandLine } from "../access/audit.ts";
import { eventTypes } from "../events/event-types.ts";
import type { EventType } from "../events/event-types.ts";
import { OperatorError } from "../operator-error.ts";
import { createSeal } from "../secrets/seal.ts";
import { findSecretKey } from "../secrets/secret-key.ts";
import { silent } from "../store/log.ts";
import { createEndpoint, listEndpoints, removeEndpoint, rotateEndpoint } from "../webhooks/endpoints.ts";
import type { WebhookDeps } from "../webhooks/endpoints.ts";
import { createPost } from "../webhooks/post.ts";
import { accountIdOf, wholeNumber } from "./keys.ts";
import type { Command } from "./command.ts";
import { runSubcommand, textOf, textsOf } from "./subcommands.ts";
import type { Parsed, Subcommand } from "./subcommands.ts";
import { withStore } from "./with-store.ts";

const help = `Usage: selfsame webhooks create URL [--type TYPE...] [--account EMAIL]
       selfsame webhooks list [--account EMAIL]
       selfsame webhooks rotate ID [--overlap-seconds N] [--account EMAIL]
       selfsame webhooks delete ID [--account EMAIL]

Without --account they are the first account's. A secret is printed once, when it is made. Without --type an endpoint hears of everything:
${eventTypes.join(", ")}.`;

const account = { account: { type: "string" } } as const;
const noEndpoint = () => new OperatorError("The account has no such endpoint.");

const create: Subcommand = {
  options: { ...account, type: { type: "string", multiple: true } },
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const url = parsed.positionals[0] ?? "";
      if (url.length > 2048 || !deps.post.mayTell(url)) throw new OperatorError("Give an https address.");
      const made = await createEndpoint(deps, commandLine, accountId, {
        url,
        types: textsOf(parsed, "type").map(typeOf),
      });
      if (!made) throw new OperatorError("The account has too many endpoints: delete some first.");
      console.log(`Id: ${made.endpoint.id}\nSecret: ${made.secret}`);
    }),
};

const list: Subcommand = {
  options: account,
  run: (parsed) =>
    onEndpoints(parsed, async ({ store }, accountId) => {
      for (const { id, status, types, url } of await listEndpoints(store.db, accountId)) {
        console.log([id, status, types.join(",") || "everything", url].join("\t"));
      }
    }),
};

const rotate: Subcommand = {
  options: { ...account, "overlap-seconds": { type: "string" } },
  run: (parsed) =>
    onEndpoints(parsed, async (deps, accountId) => {
      const overlapSeconds = wholeNumber(textOf(parsed, "overlap-seconds") ?? "86400", 0, 604_800);
      const made = await rotateEndpoint(deps, commandLine, accountId, parsed.positionals[0] ?? "", overlapSeconds);
      if (!made) throw noEndpoint();
      console.log(`Id: ${made.endpoint.id}\nSecret: ${made.secret}`);
    }),
};

const remove: Subcommand = {
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
    const post = createPost({ allowedDomains: config.allowedDomains, allowPrivate: config.allowPrivateDownloads });
    await work({ store, seal, post, now: Date.now }, await accountIdOf(store, textOf(parsed, "account")));
  });
}

function typeOf(text: string): EventType {
  const type = eventTypes.find((one) => one === text);
  if (!type) throw new OperatorError(`There is no event called "${text}".`);
  return type;
}

export const command: Command = {
  summary: "Make, list, rotate and delete webhook endpoints",
  help,
  run: (args) => runSubcommand({ create, list, rotate, delete: remove }, help, args),
};
