import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookError } from "./webhook.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4TbN1sQ9xLo=";
const body = JSON.stringify({ type: "ping", timestamp: "2026-11-22T09:30:00.000Z", data: { endpoint: "we_1" } });
const sentAt = new Date("2026-11-22T09:30:01.000Z");
const now = sentAt.getTime() + 2000;

const headersFor = (text = body, at = sentAt, key = secret) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(key).sign("evt_1", at, text),
});
const reason = (why: WebhookError["reason"]) => (error: unknown) =>
  error instanceof WebhookError && error.reason === why;

test("what the reference implementation signs is taken, whatever holds the headers and the body", async () => {
  for (const headers of [headersFor(), new Headers(headersFor())]) {
    for (const sent of [body, new TextEncoder().encode(body)]) {
      assert.deepEqual(await verifyWebhook(sent, headers, secret, now), JSON.parse(body));
    }
  }
});

test("what was changed, is old, comes from the future or lacks a header is rejected", async () => {
  const rejected = (sent: string, headers: Record<string, string | undefined>, why: WebhookError["reason"], at = now) =>
    assert.rejects(verifyWebhook(sent, headers, secret, at), reason(why));
  await rejected(`${body} `, headersFor(), "wrong_signature");
  await rejected(body, { ...headersFor(), "webhook-id": "evt_2" }, "wrong_signature");
  await rejected(body, { ...headersFor(), "webhook-signature": "v1,x v1a,AAAA v2,AAAA" }, "wrong_signature");
  await rejected(body, headersFor(), "too_old", now + 301_000);
  await rejected(body, headersFor(), "too_new", now - 600_000);
  await rejected(body, { ...headersFor(), "webhook-timestamp": "soon" }, "too_old");
  await rejected(body, { ...headersFor(), "webhook-signature": undefined }, "missing_header");
  await rejected("no json", headersFor("no json"), "not_an_event");
  await rejected("{}", headersFor("{}"), "not_an_event");
});

test("a body that is parsed already is the caller's mistake, and the error says how to get the raw one", async () => {
  const parsed = JSON.parse(body) as string;
  await assert.rejects(verifyWebhook(parsed, headersFor(), secret, now), (error: unknown) => {
    assert.ok(error instanceof TypeError);
    assert.match(error.message, /parsed.*express\.raw.*request\.text\(\)/);
    return true;
  });
});

test("a wrong secret and a body that was written again are named as what may be the cause", async () => {
  const other = `whsec_${btoa("another endpoint's secret")}`;
  const says =
    /wrong_signature\. Check that the secret is that of this endpoint, and that the body is the request's own bytes/;
  await assert.rejects(verifyWebhook(body, headersFor(), other, now), says);
  const rewritten = JSON.stringify(JSON.parse(body), null, 2);
  await assert.rejects(verifyWebhook(rewritten, headersFor(), secret, now), says);
});

test("a secret that is missing is named as such, as where its variable is not set", async () => {
  for (const missing of [undefined, ""])
    await assert.rejects(verifyWebhook(body, headersFor(), missing as string, now), {
      name: "TypeError",
      message: /has no secret: pass the endpoint's own, whsec_.* environment variable/,
    });
});

test("a secret that is none is the caller's mistake", async () => {
  await assert.rejects(verifyWebhook(body, headersFor(), "whsec_%%%", now), TypeError);
});
