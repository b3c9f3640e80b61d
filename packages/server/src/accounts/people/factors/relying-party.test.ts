import assert from "node:assert/strict";
import { test } from "node:test";
import { relyingPartyOf } from "./relying-party.ts";

test("passkeys are for names by https, and for this machine under the name that it has everywhere", () => {
  const cases: [string, string | undefined][] = [
    ["https://faces.example", "https://faces.example"],
    ["https://faces.example:8443/below", "https://faces.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000", "http://localhost:3000"],
    ["http://[::1]:3000", "http://localhost:3000"],
    ["http://faces.example", undefined],
    ["https://192.0.2.1", undefined],
    ["https://[2001:db8::1]:8443", undefined],
    ["http://192.0.2.1:3000", undefined],
    ["", undefined],
  ];
  for (const [url, origin] of cases) {
    const party = relyingPartyOf(url);
    assert.equal(party?.origin, origin, url);
    if (party) assert.equal(party.id, new URL(party.origin).hostname);
  }
});
