import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestName } from "./nearest-name.ts";

const names = ["SELFSAME_WORKERS", "SELFSAME_DATA_DIR", "SELFSAME_API_KEY"];

test("the nearest name is told, and none where all are far", () => {
  assert.equal(nearestName("SELFSAME_WORKER", names), "SELFSAME_WORKERS");
  assert.equal(nearestName("SELFSAME_DATADIR", names), "SELFSAME_DATA_DIR");
  assert.equal(nearestName("SELFSAME_APIKEY", names), "SELFSAME_API_KEY");
  assert.equal(nearestName("SELFSAME_COLOUR_SCHEME", names), undefined);
  assert.equal(nearestName("", []), undefined);
});
