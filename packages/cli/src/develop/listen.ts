import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { OperatorError } from "@selfsame/platform/operator-error";
import { signatureHeaders } from "@selfsame/server/features/webhooks/sign";
import type { Command } from "../command.ts";
import { textOf, textsOf } from "../subcommands.ts";
import { type Api, type ApiEvent, apiHelp, apiOf, apiOptions, eventSchema, eventTypesNamed } from "./api.ts";
import { serverSentData } from "./server-sent.ts";

const help = `Usage: selfsame listen [--forward-to URL] [--events TYPE,...] [--url URL] [--api-key KEY]
       selfsame listen --forward-to URL --resend ID [--url URL] [--api-key KEY]

Follows the account's test events and posts each to your handler, signed like webhooks. It prints the signing secret, which stays the same for a key,
and the handler's responses. Create events with selfsame trigger TYPE, or with any request of a test key.

--forward-to URL  your handler, such as http://localhost:4242/webhook; without it events are only printed
--events TYPE,... only these types
--resend ID       posts an earlier event of the last day again, and ends
${apiHelp}`;

const options = {
  ...apiOptions,
  "forward-to": { type: "string" },
  events: { type: "string", multiple: true },
  resend: { type: "string" },
} as const;

/** The timeout of a webhook delivery. */
const answerMs = 15_000;
/** Page limit of the search for an event to send again: enough for a day of test events. */
const pagesMax = 50;
const page = z.object({ data: z.object({ events: z.array(eventSchema), next_cursor: z.string().nullable() }) });

/** The signing secret, derived from the key: the same each time, so a developer's settings can store it, and it does not reveal the key. */
export const secretOf = (key: string): string =>
  `whsec_${createHmac("sha256", key).update("selfsame listen").digest("base64")}`;

export const command: Command = {
  summary: "follow test events and post them to your webhook handler",
  help,
  async run(args) {
    const parsed = parseArgs({ args: [...args], options });
    const api = apiOf(parsed, process.env);
    const forwardTo = handlerOf(textOf(parsed, "forward-to"));
    const wanted = eventTypesNamed(textsOf(parsed, "events"));
    const id = textOf(parsed, "resend");
    if (id !== undefined) {
      if (forwardTo === undefined) throw new OperatorError("--resend needs --forward-to URL.");
      await forward(await eventOf(api, id), forwardTo, api.key);
      return 0;
    }
    const ended = new AbortController();
    const end = () => ended.abort();
    process.once("SIGINT", end).once("SIGTERM", end);
    // The reader of the pipe has closed it.
    process.stdout.once("error", end);
    try {
      await listen(api, forwardTo, (type) => wanted.length === 0 || wanted.includes(type), ended.signal);
    } finally {
      process.off("SIGINT", end).off("SIGTERM", end);
      process.stdout.off("error", end);
    }
    return 0;
  },
};

/** Follows the events until aborted; a stream that ends or breaks is resumed at the last event. */
export async function listen(
  api: Api,
  forwardTo: URL | undefined,
  wants: (type: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, string>();
  let since: string | undefined;
  for (let failures = 0; !signal.aborted;) {
    try {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
      const { body } = await api.request(`/events/stream${query}`, { signal });
      if (since === undefined) say(api, forwardTo);
      since ??= new Date().toISOString();
      failures = 0;
      for await (const data of serverSentData(body ?? new ReadableStream())) {
        if (data === undefined) continue;
        const event = eventSchema.parse(JSON.parse(data));
        if (seen.has(event.id)) continue;
        seen.set(event.id, event.timestamp);
        if (event.timestamp > since) since = event.timestamp;
        // A stream repeats only events since `since`, so older ids can be dropped.
        for (const [id, timestamp] of seen) if (timestamp < since) seen.delete(id);
        if (wants(event.type)) await forward(event, forwardTo, api.key);
      }
    } catch (error) {
      if (signal.aborted) return;
      // If it never worked, the key or the URL is wrong; otherwise the connection is retried.
      if (since === undefined) throw error;
      failures += 1;
      if (failures === 1)
        console.error(`Connection lost: ${error instanceof Error ? error.message : String(error)} Trying again.`);
      await pause(Math.min(1000 * failures, 10_000), undefined, { signal }).catch(() => {});
    }
  }
}

function say({ url, key }: Api, forwardTo: URL | undefined): void {
  const where = forwardTo === undefined ? "" : `, and posting them to ${forwardTo.href}`;
  console.log(`Signing secret: ${secretOf(key)}\nFollowing test events of ${url}${where}. Ctrl-C ends it.`);
}

/** Posts an event like a webhook delivery, and prints the result. */
async function forward(event: ApiEvent, to: URL | undefined, key: string): Promise<void> {
  const { id, ...rest } = event;
  console.log(`${event.timestamp}  ${event.type}  ${id}  ${JSON.stringify(event.data)}`);
  if (to === undefined) return;
  const body = JSON.stringify(rest);
  const headers = {
    "content-type": "application/json",
    "user-agent": "selfsame",
    ...signatureHeaders({ id, atMs: Date.now(), body }, [secretOf(key)]),
  };
  const startedMs = performance.now();
  try {
    const signal = AbortSignal.timeout(answerMs);
    const answer = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
    const text = (await answer.text()).slice(0, 200).replaceAll(/\s+/g, " ");
    const tookMs = Math.round(performance.now() - startedMs);
    console.log(
      `  ${answer.status}, after ${tookMs} ms${text === "" ? "" : `: ${text}`}${answer.ok ? "" : `  (again: --resend ${id})`}`,
    );
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    console.log(`  no answer: ${cause instanceof Error ? cause.message : String(cause)}  (again: --resend ${id})`);
  }
}

async function eventOf(api: Api, id: string): Promise<ApiEvent> {
  let cursor = "";
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const answer = await api.request(`/events?limit=100${cursor}`);
    const { events, next_cursor } = page.parse(await answer.json()).data;
    const found = events.find((event) => event.id === id);
    if (found) return found;
    if (next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
  throw new OperatorError(`There is no test event ${id}; they are kept for a day. An id begins with evt_.`);
}

function handlerOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new OperatorError(`--forward-to is an address such as http://localhost:4242/webhook, not "${text}".`);
}
