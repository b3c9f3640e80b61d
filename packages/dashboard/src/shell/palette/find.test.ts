import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, searchText } from "./find.ts";

test("a whole key is searched for by its ends alone", () => {
  const key = `ss_sk_${"a".repeat(34)}x7Qa`;
  assert.equal(searchText(` ${key} `), "ss_sk_...x7Qa");
  assert.equal(searchText("customer-7"), "customer-7");
});

test("each kind leads to a page that shows it", () => {
  const at = (kind: Parameters<typeof addressOf>[0]["kind"], id: string, isTest: boolean | null = null) =>
    addressOf({ kind, id, title: "a@b.example", detail: "", test: isTest });
  assert.deepEqual(
    [
      at("request", "r/1 x", true),
      at("session", "vs_1", false),
      at("event", "evt_1", true),
      at("delivery", "we_1/wd_2"),
      at("key", "key_1"),
      at("member", "usr_1"),
      at("code", "no_face"),
    ],
    [
      "/requests?mode=test&q=r%2F1%20x",
      "/verifications/vs_1",
      "/webhooks/events?kind=test&event=evt_1",
      "/webhooks/we_1?delivery=wd_2",
      "/keys?show=all&q=key_1",
      "/team?q=a%40b.example",
      "/requests?outcome=no_face",
    ],
  );
});
