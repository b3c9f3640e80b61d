import assert from "node:assert/strict";
import { test } from "node:test";
import { publicUrlOf } from "./with-store.ts";

test("links lead to where the service is reached, whatever it listens on", () => {
  for (const [host, url] of [
    ["127.0.0.1", "http://127.0.0.1:3000"],
    ["localhost", "http://localhost:3000"],
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::1", "http://[::1]:3000"],
    ["::", "http://[::1]:3000"],
    ["2001:db8::7", "http://[2001:db8::7]:3000"],
  ] as const) {
    assert.equal(publicUrlOf({ publicUrl: undefined, host, port: 3000 }), url);
  }
  const publicUrl = "https://faces.example.com";
  assert.equal(publicUrlOf({ publicUrl, host: "::", port: 3000 }), publicUrl);
});
