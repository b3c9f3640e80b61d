// A sign-up with the hosted page. Save a photo of yourself as passport.jpg. Run: node shop.mjs, and open http://localhost:4000/sign-up
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Selfsame, verifyWebhook, WebhookError } from "@selfsame/client";

const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY
const verified = new Set();

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/sign-up") {
    const { url } = await selfsame.sessions.create({
      reference: "passport.jpg",
      external_id: "customer-1207",
      return_url: "http://localhost:4000/welcome",
    });
    return response.writeHead(303, { location: url }).end();
  }
  if (pathname === "/webhook") {
    const body = await text(request);
    const event = await verifyWebhook(body, request.headers, process.env.SELFSAME_WEBHOOK_SECRET);
    if (event.type === "session.verified") verified.add(event.data.external_id);
    return response.end();
  }
  // The address has the session's id, and never the verdict: that comes from the service alone.
  response.end(verified.has("customer-1207") ? "Welcome." : "One moment...");
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    // Anyone can post to /webhook: reject unsigned requests, and keep running.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  });
}).listen(4000);
