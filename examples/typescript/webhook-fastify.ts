// Receives webhooks with Fastify. Run: node webhook-fastify.ts
import { verifyWebhook, WebhookError } from "@selfsame/client";
import { fastify } from "fastify";

const secret = process.env["SELFSAME_WEBHOOK_SECRET"] ?? "";
const app = fastify();

// The signature covers the raw body: leave it as it was received.
app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

app.post<{ Body: Buffer }>("/webhook", async (request, reply) => {
  try {
    const event = await verifyWebhook(request.body, request.headers, secret);
    // An event can arrive more than once, always with the same webhook-id.
    if (event.type === "session.verified") console.log("verified", event.data["external_id"]);
    return reply.code(204).send();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return reply.code(400).send(error.message);
  }
});

await app.listen({ port: Number(process.env["PORT"] ?? 8080) });
