import assert from "node:assert/strict";
import { test } from "node:test";
import { destinationOf, isPageOf } from "./address.ts";
import { endIn } from "./message.ts";

const session = "https://faces.example.com/selfsame/verify#s3cret";
const page = "https://faces.example.com/selfsame/verify";
const end = { selfsame: "end", session: "vs_1", status: "done" };
const heard = (message: unknown, url = page) => endIn({ data: JSON.stringify(message), url }, session);

test("an end is taken from the session's page alone", () => {
  assert.deepEqual(heard(end), { session: "vs_1", status: "done" });
  assert.deepEqual(heard({ ...end, session: null, status: "wrong_link" }), { session: null, status: "wrong_link" });
  assert.deepEqual(heard(end, "https://FACES.example.com/selfsame/verify?phone#x"), {
    session: "vs_1",
    status: "done",
  });
  assert.deepEqual(heard({ ...end, in_review: true }), { session: "vs_1", status: "done", inReview: true });
  for (const url of [
    "",
    "about:blank",
    "http://faces.example.com/selfsame/verify",
    "https://faces.example.com/selfsame/verify/",
    "https://faces.example.com/selfsame",
    "https://faces.example.com:8443/selfsame/verify",
    "https://faces.example.com.evil.test/selfsame/verify",
    "https://faces.example.com@evil.test/selfsame/verify",
    "https://evil.test\\@faces.example.com/selfsame/verify",
    "https://evil.test/?https://faces.example.com/selfsame/verify",
    "javascript://faces.example.com/selfsame/verify",
    " https://faces.example.com/selfsame/verify",
  ]) {
    assert.equal(heard(end, url), undefined, url);
    assert.equal(isPageOf(url, session), false, url);
  }
});

test("what is no end is nothing, however it is made", () => {
  for (const message of [
    null,
    [],
    "end",
    1,
    {},
    { ...end, selfsame: "begin" },
    { ...end, status: "verified" },
    { ...end, status: "toString" },
    { ...end, status: ["done"] },
    { ...end, more: "x".repeat(1000) },
  ])
    assert.equal(heard(message), undefined, JSON.stringify(message).slice(0, 50));
  assert.equal(endIn({ data: "{", url: page }, session), undefined);
  assert.deepEqual(heard({ ...end, session: 7 }), { session: null, status: "done" });
});

test("links lead to the page, a wallet, the browser or nowhere", () => {
  const leads = {
    page: [page, `${page}#response_code=1`],
    wallet: ["openid4vp://?request_uri=x", "HAIP-VP://x", "acme-wallet://x"],
    browser: ["https://shop.example.com/welcome?session=vs_1", "https://evil.test/", "mailto:help@example.com"],
    nowhere: [
      "javascript:alert(1)",
      "file:///etc/hosts",
      "intent://x#Intent;end",
      "data:text/html,x",
      "blob:x",
      "x",
      "",
    ],
  };
  for (const [destination, urls] of Object.entries(leads))
    for (const url of urls) assert.equal(destinationOf(url, session, ["acme-wallet"]), destination, url);
  assert.equal(destinationOf("acme-wallet://x", session), "nowhere");
});
