import assert from "node:assert/strict";
import { test } from "node:test";
import { styleText } from "node:util";
import { createLog } from "./log.ts";
import { terminalLog } from "./terminal-log.ts";

function lines(colours: boolean, write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  write(createLog("debug", terminalLog({ write: (line) => (text += line) }, colours)));
  return text.replaceAll(/^\S*\d\d:\d\d:\d\d\S*/gm, "TIME");
}

test("an answer is one short line", () => {
  const request = { requestId: "r-1", method: "POST", route: "/api/v3/verify", status: 200, ms: 93, outcome: "match" };
  const text = lines(false, (log) => log.info({ ...request, key: "k", address: "::1" }, "answered"));
  assert.equal(text, "TIME info  200 POST /api/v3/verify match 93 ms r-1\n");
});

test("a problem says what happened and why, without its stack", () => {
  const error = new Error("no answer", { cause: new Error("refused") });
  assert.equal(
    lines(false, (log) => log.warn({ err: error, node: 2 }, "Redis is gone")),
    "TIME warn  Redis is gone: no answer: refused  node=2\n",
  );
});

test("colours only where they are wanted", () => {
  const text = lines(true, (log) => log.error("x"));
  assert.ok(text.includes(styleText("red", "error", { validateStream: false })));
});

test("what is redacted in JSON is redacted here, too", () => {
  assert.equal(
    lines(false, (log) => log.info({ password: "s1" }, "x")),
    "TIME info  x  password=[redacted]\n",
  );
});
