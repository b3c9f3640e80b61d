import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appId,
  assertion,
  attestationOf,
  genuineAssertion,
  partsOf,
  production,
} from "../../../../testing/attestation/apple.ts";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";

const attested = {
  app_id: appId,
  client_data: production.challenge,
  key_id: production.keyId,
  attestation: attestationOf(partsOf(production)).toString("base64"),
};
const asserted = {
  app_id: appId,
  client_data: assertion.payload,
  assertion: genuineAssertion.toString("base64"),
  public_key: assertion.publicKey,
};

test("an assertion is checked, and its counter returned; a copy is rejected", async (t) => {
  const { ask } = await startSessionService(t);
  const first = await ask("POST", "/attestations", { ...asserted, counter: 0 });
  assert.deepEqual(first.body.data, {
    type: "app_attest",
    app_id: appId,
    environment: null,
    public_key: assertion.publicKey,
    counter: 1,
  });
  const again = await ask("POST", "/attestations", { ...asserted, counter: 1 });
  assert.deepEqual(
    [again.status, again.body.error.code, again.body.error.param],
    [422, "attestation_invalid", "counter"],
  );
});

test("what does not hold is named, with what to do", async (t) => {
  const { ask } = await startSessionService(t);
  const errorOf = async (json: object) => (await ask("POST", "/attestations", json)).body.error;
  // Its certificate was valid in 2024.
  const expired = await errorOf(attested);
  assert.deepEqual([expired.code, expired.param], ["attestation_invalid", "attestation"]);
  assert.match(expired.message, /expired/);
  const foreign = await errorOf({ ...asserted, counter: 0, client_data: "another text" });
  assert.match(foreign.message, /not signed by this key over `client_data`/);
  const { key_id: _, ...withoutKey } = attested;
  assert.deepEqual([(await errorOf(withoutKey)).param, (await errorOf(asserted)).param], ["key_id", "counter"]);
  assert.equal((await errorOf({ ...attested, ...asserted, counter: 0 })).param, "assertion");
  assert.equal((await errorOf({ app_id: "com.example", client_data: "x" })).param, "app_id");
  assert.equal((await errorOf({ ...attested, attestation: "A".repeat(30_000) })).code, "invalid_parameter");
});

test("a public key may not ask", async (t) => {
  const { ask, publicKey } = await startSessionService(t);
  const { body } = await ask("POST", "/attestations", { ...asserted, counter: 0 }, publicKey);
  assert.equal(body.error.code, "private_key_required");
});
