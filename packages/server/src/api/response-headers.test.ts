import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../testing/service/service.ts";

test("no response of any kind may be taken for something else, and TRACE sends nothing back", async (t) => {
  const { port } = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  for (const [method, path] of [
    ["GET", "/health/live"],
    ["GET", "/nothing"],
    ["GET", "/"],
    ["GET", "/openapi.json"],
    ["GET", "/docs/"],
    ["GET", "/verify"],
    ["GET", "/embed.js"],
    ["POST", "/api/v2/verify"],
    ["POST", "/api/v3/verify"],
    ["GET", "/api/v3/models"],
    ["TRACE", "/api/v3/models"],
    ["TRACE", "/health/live"],
    ["TRACE", "/"],
  ] as const) {
    const asked = request({ port, host: "127.0.0.1", method, path, headers: { "x-secret": "hunter2" } }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    assert.equal(response.headers["x-content-type-options"], "nosniff", `${method} ${path}`);
    const body = await text(response);
    if (method !== "TRACE") continue;
    assert.ok((response.statusCode ?? 200) >= 400, path);
    assert.doesNotMatch(body, /hunter2/, path);
  }
});
