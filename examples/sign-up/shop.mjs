/**
 * A small shop whose sign-up lets people confirm who they are, with Selfsame's hosted page. All that it takes is here: the session is
 * made, the person is sent to its link, the webhook tells of the end, the verdict is fetched.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { Selfsame, verifyWebhook, WebhookError } from "@selfsame/client";
import { homePage, welcomePage } from "./pages.mjs";

const ends = new Set(["session.verified", "session.failed", "session.expired", "session.cancelled"]);

/**
 * @param settings `port` to listen on, `url` and `apiKey` of the service, `webhookSecret` of the endpoint /webhooks/faces
 * @returns the server, listening
 */
export async function startShop({ port, url, apiKey, webhookSecret }) {
  const selfsame = new Selfsame({ baseUrl: url, apiKey });
  /** By id: a name, and what became of the session. A shop of yours has a database. */
  const customers = new Map();
  const origin = `http://localhost:${port}`;

  const routes = {
    "GET /": async () => page(homePage({ service: url, isTest: apiKey.startsWith("ss_tk_") })),

    "POST /sign-up": async (request) => {
      const form = await formOf(request);
      const id = randomUUID();
      const [name, photo] = [form.get("name"), form.get("photo")];
      if (typeof name !== "string") return { status: 400 };
      const session = await selfsame.sessions.create({
        external_id: id,
        return_url: `${origin}/welcome`,
        // Without a photo to compare with, it is only checked that somebody is there, alive.
        ...(photo instanceof Blob && photo.size > 0 && { reference: photo }),
      });
      customers.set(id, { name, session: session.id, status: session.status });
      // The dialog is opened by a script, which wants the link as JSON.
      if (request.headers.accept === "application/json") return json({ url: session.url });
      return { status: 303, headers: { location: session.url } };
    },

    "POST /webhooks/faces": async (request) => {
      let event;
      try {
        event = await verifyWebhook(await text(request), request.headers, webhookSecret);
      } catch (error) {
        if (error instanceof WebhookError) return { status: 400 };
        throw error;
      }
      if (ends.has(event.type)) {
        // The event is thin: what counts is what the service says of the session.
        const session = await selfsame.sessions.get(event.data.id);
        const customer = customers.get(session.external_id);
        if (customer) customer.status = session.status;
      }
      return { status: 204 };
    },

    // The address says which session it was, and never how it ended: anybody can type an address.
    "GET /welcome": async (_request, query) => page(welcomePage(customerOf(query.get("session")))),
    "GET /status": async (_request, query) => json({ status: customerOf(query.get("session"))?.status ?? "unknown" }),
  };

  const customerOf = (session) => [...customers.values()].find((customer) => customer.session === session);

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, origin);
    try {
      const answer = (await routes[`${request.method} ${pathname}`]?.(request, searchParams)) ?? { status: 404 };
      response.writeHead(answer.status, answer.headers).end(answer.body);
    } catch (error) {
      console.error(error);
      response.writeHead(500, { "content-type": "text/plain" }).end("Something went wrong. Please try again.");
    }
  });
  await new Promise((resolve) => server.listen(port, resolve));
  return server;
}

const page = (body) => ({ status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body });
const json = (value) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

async function formOf(request) {
  const { "content-type": type = "" } = request.headers;
  return new Response(await buffer(request), { headers: { "content-type": type } }).formData();
}
