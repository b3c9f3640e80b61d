import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import type { Wants } from "@selfsame/photo/engine/engine";
import { passiveLivenessRequired } from "../../../../accounts/people/teams/required-passive-liveness.ts";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, send } from "../../../../../testing/service/request.ts";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { changeSetting } from "@selfsame/platform/settings/setting";

/** Photos of two people, as PNG and JPEG, and one without a face. */
const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

const checks = {
  live: { result: "live", isSpoof: false, live: 0.8, score: 0.43217 },
  unsure: { result: "unsure", isSpoof: true, live: 0.2, score: 0.03 },
  attack: { result: "attack", isSpoof: true, live: 0.01, score: 0.00002 },
} as const;
const parts = { odds: [], edges: 0, bezel: 0 };

/** A service whose passive check returns what the test sets, and records what was requested for each photo. */
async function start(t: TestContext) {
  const scripted = scriptedEngine();
  const state = { says: "live" as keyof typeof checks, wanted: [] as Wants[] };
  const engine = scriptedEngine({
    analyze: async (photo, wants, options) => {
      state.wanted.push(wants);
      const result = await scripted.analyze(photo, wants, options);
      if (result.outcome !== "analyzed" || !wants.spoof || result.faces.length === 0) return result;
      const spoof: SpoofCheck = { ...checks[state.says], parts };
      return { ...result, spoof };
    },
  });
  const service = await startSessionService(t, { engine });
  const verify = async (texts: Readonly<Record<string, string>> = {}, selfie = amal, key = service.apiKey) => {
    const { body, status } = await service.ask("POST", "/verify", formOf({ reference: amal, selfie, ...texts }), key);
    return { ...body.data, status, error: body.error };
  };
  const requireOfTeam = async (required: boolean) => {
    const { id } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    await changeSetting(
      service.store.db,
      { actor: id, address: "127.0.0.1" },
      id,
      passiveLivenessRequired,
      required,
      Date.now(),
    );
    service.access.callers.forget();
  };
  return { ...service, state, verify, requireOfTeam };
}

test("off by default: nothing is checked or returned", async (t) => {
  const { verify, state } = await start(t);
  state.says = "attack";
  const { selfie, decision, reasons } = await verify();
  assert.deepEqual([selfie.passive_liveness, decision, reasons], [null, "accept", []]);
  assert.ok(state.wanted.every(({ spoof }) => spoof === undefined));
});

test("asked for, the selfie alone is checked: an attack and an unsure one are rejected, and match stays what it is", async (t) => {
  const { verify, state } = await start(t);
  const asked = { passive_liveness: "true" };
  const live = await verify(asked);
  assert.deepEqual(live.selfie.passive_liveness, { result: "live", score: 0.4322 });
  assert.deepEqual([live.decision, live.reasons], ["accept", []]);
  assert.deepEqual(
    state.wanted.map(({ spoof }) => spoof),
    [undefined, true],
    "not of the reference",
  );

  state.says = "attack";
  const attack = await verify(asked);
  assert.deepEqual([attack.match, attack.similarity, attack.decision], [true, 1, "reject"]);
  assert.deepEqual([attack.reasons, attack.selfie.passive_liveness.result], [["presentation_attack"], "attack"]);
  assert.deepEqual((await verify(asked, bea)).reasons, ["no_match", "presentation_attack"]);

  state.says = "unsure";
  const unsure = await verify(asked);
  assert.deepEqual([unsure.decision, unsure.reasons], ["reject", ["passive_liveness_unsure"]]);
  const allowed = await verify({ ...asked, allow_unsure: "true" });
  assert.deepEqual(
    [allowed.decision, allowed.reasons, allowed.selfie.passive_liveness.result],
    ["accept", [], "unsure"],
  );
  state.says = "attack";
  assert.equal((await verify({ ...asked, allow_unsure: "true" })).decision, "reject");
});

test("what is neither true nor false is refused", async (t) => {
  const { verify, ask } = await start(t);
  for (const param of ["passive_liveness", "allow_unsure"]) {
    const { status, error } = await verify({ [param]: "yes" });
    assert.deepEqual([status, error.code, error.param], [400, "invalid_parameter", param]);
  }
  const refused = await ask("POST", "/analyze", formOf({ photo: amal, passive_liveness: "1" }));
  assert.equal(refused.body.error.param, "passive_liveness");
});

test("a key that requires it, and a team that does, cannot be overruled by a request", async (t) => {
  const { verify, state, store, makeKey, requireOfTeam } = await start(t);
  state.says = "attack";
  const strict = await makeKey({ requirePassiveLiveness: true });
  const plain = await makeKey();
  assert.deepEqual((await verify({ passive_liveness: "false" }, amal, strict.secret)).reasons, ["presentation_attack"]);
  assert.equal((await verify({ passive_liveness: "false" }, amal, plain.secret)).decision, "accept");

  await requireOfTeam(true);
  assert.equal((await verify({}, amal, plain.secret)).decision, "reject");
  await requireOfTeam(false);
  assert.equal((await verify({}, amal, plain.secret)).decision, "accept");
  const audit = await store.db.selectFrom("audit").select("action").execute();
  const actions = new Set(audit.map(({ action }) => action));
  assert.ok(actions.has("passive_liveness_required") && actions.has("passive_liveness_optional"));
});

test("analyze returns it for the largest face if the request wants it", async (t) => {
  const { ask } = await start(t);
  const analyze = async (parts: Parameters<typeof formOf>[0]) => {
    const { body } = await ask("POST", "/analyze", formOf(parts));
    return body.data.faces.map((face: { passive_liveness: unknown }) => face.passive_liveness);
  };
  assert.deepEqual(await analyze({ photo: bea }), [null, null]);
  assert.deepEqual(await analyze({ photo: bea, passive_liveness: "true" }), [{ result: "live", score: 0.4322 }, null]);
  assert.deepEqual(await analyze({ photo: wall, passive_liveness: "true" }), []);
});

test("the request log distinguishes attacks and unsure results from impostors", async (t) => {
  const service = await start(t);
  const { ask, state } = service;
  const outcomeOf = async () => {
    const parts = formOf({ reference: amal, selfie: amal, passive_liveness: "true" });
    const { headers } = await ask("POST", "/verify", parts);
    const path = `/api/v3/requests/${headers.get("x-request-id")}`;
    return (await bodyOf<{ readonly outcome: string }>(await send(service, { path }))).data.outcome;
  };
  assert.equal(await outcomeOf(), "match");
  state.says = "attack";
  assert.equal(await outcomeOf(), "presentation_attack");
  state.says = "unsure";
  assert.equal(await outcomeOf(), "passive_liveness_unsure");
});

test("a session that requires it fails on an attack, and its page does not learn why", async (t) => {
  const { create, read, visit, state } = await start(t);
  const settings = { reference: amal, challenge: "off", attempts: "2" };
  const { session, secret } = await create(formOf({ ...settings, passive_liveness: "true" }));
  assert.deepEqual([session.passive_liveness, session.allow_unsure], [true, false]);
  const page = visit(secret);
  await page.start();
  state.says = "attack";
  const tried = await page.complete({ selfie: amal });
  assert.deepEqual(tried.body.data, { outcome: "try_again", because: null, attempts_left: 1 });
  state.says = "unsure";
  assert.equal((await page.complete({ selfie: amal })).body.data.outcome, "not_confirmed");
  const { status, result } = await read(session.id);
  assert.deepEqual([status, result.match, result.reasons], ["failed", true, ["passive_liveness_unsure"]]);
  assert.deepEqual(result.passive_liveness, { result: "unsure", score: 0.03 });

  const lenient = await create(formOf({ ...settings, passive_liveness: "true", allow_unsure: "true" }));
  const other = visit(lenient.secret);
  await other.start();
  assert.equal((await other.complete({ selfie: amal })).body.data.outcome, "done");
  const verified = await read(lenient.session.id);
  assert.deepEqual([verified.allow_unsure, verified.result.passive_liveness.result], [true, "unsure"]);
});

test("a session keeps what its team required when it was made; without it nothing is checked", async (t) => {
  const { create, read, visit, state, requireOfTeam } = await start(t);
  const make = () => create(formOf({ reference: amal, challenge: "off" }));
  const before = await make();
  await requireOfTeam(true);
  const after = await make();
  state.says = "attack";
  const ends = [];
  for (const { secret, session } of [before, after]) {
    const page = visit(secret);
    await page.start();
    await page.complete({ selfie: amal });
    const { status, passive_liveness } = await read(session.id);
    ends.push([passive_liveness, status]);
  }
  assert.deepEqual(ends, [
    [false, "verified"],
    [true, "started"],
  ]);
});

test("a test key simulates both ends of it", async (t) => {
  const { verify, makeKey } = await start(t);
  const { secret } = await makeKey({ kind: "test" });
  const attack = await verify({ simulate: "presentation_attack" }, amal, secret);
  assert.deepEqual([attack.match, attack.decision, attack.reasons], [true, "reject", ["presentation_attack"]]);
  const unsure = await verify(
    { simulate: "passive_liveness_unsure", passive_liveness: "true", allow_unsure: "true" },
    amal,
    secret,
  );
  assert.deepEqual([unsure.decision, unsure.selfie.passive_liveness.result], ["accept", "unsure"]);
  assert.equal((await verify({ passive_liveness: "true" }, amal, secret)).selfie.passive_liveness.result, "live");
  assert.equal((await verify({}, amal, secret)).selfie.passive_liveness, null);
});
