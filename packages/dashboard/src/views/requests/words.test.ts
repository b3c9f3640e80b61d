import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenIn, requestsQuery } from "./words.ts";

const asked = (address: string) =>
  requestsQuery(chosenIn(new URLSearchParams(address), "live"), 10 * 3600_000 + 59_000);

test("what the address chooses is asked for, and no more", () => {
  assert.equal(asked(""), "limit=50&kind=live");
  assert.equal(
    asked("q=+r-1+&outcome=no_face&key=key_1"),
    "limit=50&requestId=r-1&keyId=key_1&outcome=no_face&kind=live",
  );
  assert.equal(asked("since=hour"), `limit=50&kind=live&fromMs=${9 * 3600_000}`);
  assert.equal(asked("since=ever"), "limit=50&kind=live");
});
