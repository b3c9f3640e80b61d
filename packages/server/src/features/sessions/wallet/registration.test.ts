import assert from "node:assert/strict";
import { test } from "node:test";
import { registrationOf } from "../../../../testing/documents/registration.ts";
import { isExpired, readRegistration, registrationBytesMax } from "./registration.ts";

const compactOf = (header: unknown, payload: unknown) =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.c2ln`;
const header = { alg: "ES256", typ: "rc-wrp+jwt" };

test("of a registration certificate the name and the end are read", async () => {
  const expiresAtMs = Date.UTC(2030, 0, 1);
  const certificate = await registrationOf("Example Bank", { expiresAtMs });
  assert.deepEqual(readRegistration(` ${certificate}\n`), { certificate, name: "Example Bank", expiresAtMs });
  assert.equal(readRegistration(compactOf(header, { sub_ln: "Bank AG" }))?.name, "Bank AG");
  for (const name of [5, "", "x".repeat(201)]) {
    const read = readRegistration(compactOf(header, { name }));
    assert.deepEqual([read?.name, read?.expiresAtMs], [null, null], `${name}`.slice(0, 5));
  }
  assert.equal(isExpired({ expiresAtMs }, expiresAtMs - 1), false);
  assert.equal(isExpired({ expiresAtMs }, expiresAtMs), true);
  assert.equal(isExpired({ expiresAtMs: null }, expiresAtMs), false);
});

test("what is no registration certificate is not read, such as an access token", () => {
  const whole = compactOf(header, {});
  const long = compactOf(header, { name: "x".repeat(registrationBytesMax) });
  for (const text of [
    "",
    "a.b.c",
    whole.slice(0, -5),
    `${whole}.x`,
    `${whole}=`,
    whole.replace(".", ". "),
    long,
    compactOf({ ...header, typ: "JWT" }, {}),
    compactOf({ ...header, typ: "at+jwt" }, {}),
    compactOf({ alg: "ES256" }, {}),
    compactOf({ ...header, alg: "none" }, {}),
    compactOf({ ...header, alg: "NONE" }, {}),
    compactOf({ typ: header.typ }, {}),
    compactOf(header, []),
    compactOf(header, "text"),
    compactOf(header, { exp: "2030" }),
    compactOf(header, { exp: -1 }),
    compactOf(header, { exp: 1e300 }),
  ]) {
    assert.equal(readRegistration(text), undefined, text.slice(0, 60));
  }
  assert.ok(readRegistration(whole));
});
