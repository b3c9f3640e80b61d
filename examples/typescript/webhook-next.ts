// Receives webhooks with Next. Save it as app/webhook/route.ts
import { verifyWebhook, WebhookError } from "@selfsame/client";

const secret = process.env["SELFSAME_WEBHOOK_SECRET"] ?? "";

export async function POST(request: Request): Promise<Response> {
  try {
    // The signature covers the raw body: request.json() would lose it.
    const event = await verifyWebhook(await request.text(), request.headers, secret);
    // An event can arrive more than once, always with the same webhook-id.
    if (event.type === "session.verified") console.log("verified", event.data["external_id"]);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
