import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test("a secret under a known name is not written, at any usual depth", () => {
  const line = logged((log) =>
    log.info(
      { authorization: "Bearer s1", req: { headers: { authorization: "Bearer s2" } }, a: { b: { password: "s3" } } },
      "x",
    ),
  );
  assert.doesNotMatch(line, /s1|s2|s3/);
  assert.match(line, /\[redacted\]/);
});

test("an error keeps its message, stack, code and cause, and loses whatever else hangs on it", () => {
  const cause = new Error("refused");
  const error = Object.assign(new Error("no answer", { cause }), { code: "ECONNREFUSED", sent: "secret" });
  const line = logged((log) => log.error({ err: error }, "x"));
  assert.match(line, /no answer/);
  assert.match(line, /ECONNREFUSED/);
  assert.match(line, /refused/);
  assert.doesNotMatch(line, /secret/);
});

test("times are ISO 8601", () => {
  assert.match(
    logged((log) => log.info("x")),
    /"time":"\d{4}-\d\d-\d\dT/,
  );
});
