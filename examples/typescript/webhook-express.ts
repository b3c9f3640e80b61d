// Receives webhooks with Express. Run: node webhook-express.ts
import { verifyWebhook, WebhookError } from "@selfsame/client";
import express from "express";

const secret = process.env["SELFSAME_WEBHOOK_SECRET"] ?? "";
const app = express();

// The signature covers the raw body: express.json() must not parse it first.
app.post("/webhook", express.raw({ type: "application/json" }), async (request, response) => {
  try {
    const event = await verifyWebhook(request.body, request.headers, secret);
    // An event can arrive more than once, always with the same webhook-id.
    if (event.type === "session.verified") console.log("verified", event.data["external_id"]);
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.status(400).send(error.message);
  }
});

app.listen(Number(process.env["PORT"] ?? 8080));
