/** Passive liveness first: a selfie that is surely live needs no challenge. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { SpoofCheck } from "@selfsame/face/assess/spoof";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { readTimeline } from "../../../../features/sessions/reports/timeline.ts";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { pageOrigin } from "../../../../../testing/service/service.ts";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";

const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

const parts = { odds: [], edges: 0, bezel: 0 };
const checks = {
  sure: { result: "live", isSpoof: false, live: 0.8, score: 0.2, parts },
  barely: { result: "live", isSpoof: false, live: 0.5, score: 0.19, parts },
  unsure: { result: "unsure", isSpoof: true, live: 0.2, score: 0.03, parts },
  attack: { result: "attack", isSpoof: true, live: 0.01, score: 0.0001, parts },
} as const satisfies Record<string, SpoofCheck>;
type Says = keyof typeof checks;
const doubts = ["barely", "unsure", "attack"] as const;

async function start(t: TestContext) {
  const scripted = scriptedEngine();
  const state = { says: "sure" as Says, busy: false, analyzed: 0 };
  const engine = scriptedEngine({
    analyze: async (photo, wants, options) => {
      if (state.busy) throw new EngineUnavailable("busy");
      state.analyzed++;
      const result = await scripted.analyze(photo, wants, options);
      const isChecked = result.outcome === "analyzed" && wants.spoof === true && result.faces.length > 0;
      return isChecked ? { ...result, spoof: checks[state.says] } : result;
    },
  });
  const service = await startSessionService(t, { engine });
  const begin = async (settings: Readonly<Record<string, string>> = {}) => {
    const made = await service.create(formOf({ reference: amal, challenge: "if_unsure", ...settings }));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const page = service.visit(made.secret);
    await page.agree();
    return { ...made.session, page, read: () => service.read(made.session.id) };
  };
  return { ...service, state, begin };
}

test("a session: a selfie that is surely live is enough, and the result says that nobody performed", async (t) => {
  const { begin } = await start(t);
  const { challenge, page, read } = await begin();
  assert.equal(challenge, "if_unsure");
  assert.equal((await page.state()).body.data.challenge, "if_unsure");
  assert.equal((await page.complete({ selfie: amal })).body.data.outcome, "done");
  const { status, result } = await read();
  assert.deepEqual([status, result.challenge, result.challenge_details], ["verified", null, null]);
  assert.deepEqual(result.passive_liveness, { result: "live", score: 0.2 });
});

for (const says of doubts) {
  test(`a session: a selfie that is ${says} costs no attempt and leads to a challenge, however it is sent again`, async (t) => {
    const { begin, state, store } = await start(t);
    const { id, page, read } = await begin();
    state.says = says;
    const needed = { outcome: "challenge_needed", because: null, attempts_left: 3 };
    assert.deepEqual((await page.complete({ selfie: amal })).body.data, needed);
    assert.equal((await page.state()).body.data.challenge, "required");
    state.says = "sure";
    const before = state.analyzed;
    assert.deepEqual((await page.complete({ selfie: amal })).body.data, needed, "one selfie, and no other");
    assert.equal(state.analyzed, before);
    assert.equal((await page.start()).body.data.challenge.steps_total, 3);
    const kinds = (await readTimeline(store.db, id)).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === "challenge_needed").length, 1);
    const { status, challenge, attempts } = await read();
    assert.deepEqual([status, challenge, attempts], ["started", "if_unsure", 0]);
  });
}

test("a session: of selfies that are sent at once one is judged, and after an attempt that failed the challenge follows", async (t) => {
  const { begin } = await start(t);
  const many = await begin();
  const answers = await Promise.all(Array.from({ length: 6 }, () => many.page.complete({ selfie: bea })));
  const outcomes = answers.map(({ body }) => body.data.outcome as string).toSorted();
  assert.deepEqual(outcomes, [...Array.from({ length: 5 }, () => "challenge_needed"), "try_again"]);
  assert.equal((await many.read()).attempts, 1);
});

test("a session: what could not be judged for a reason of ours takes nothing", async (t) => {
  const { begin, state } = await start(t);
  const { page } = await begin();
  state.busy = true;
  assert.equal((await page.complete({ selfie: amal })).status, 503);
  state.busy = false;
  assert.equal((await page.complete({ selfie: Buffer.from("no photo") })).status, 415);
  assert.equal((await page.complete({ selfie: amal })).body.data.outcome, "done");
});

test("a verify: without a token only a selfie that is surely live is compared", async (t) => {
  const { ask, state } = await start(t);
  const verify = (texts: Readonly<Record<string, string>>) =>
    ask("POST", "/verify", formOf({ reference: amal, selfie: amal, ...texts }));
  const asked = { require_challenge: "if_unsure", nonce: "visit-7" };
  const sure = await verify(asked);
  const { decision, challenge, selfie } = sure.body.data;
  assert.deepEqual([decision, challenge, selfie.passive_liveness.result], ["accept", null, "live"]);
  for (const says of doubts) {
    state.says = says;
    const { status, body } = await verify(asked);
    assert.deepEqual([status, body.error.code], [422, "challenge_required"], says);
    assert.equal((await verify({})).body.data.decision, "accept", "where it is not asked for nothing changes");
  }
});

test("a page asks whether a selfie is enough: ten times from a network, then each needs a challenge", async (t) => {
  const { url, publicKey, state } = await start(t);
  const check = async (selfie: Buffer) => {
    const headers = { authorization: `Bearer ${publicKey}`, origin: pageOrigin };
    const response = await fetch(`${url}/api/v3/challenges/check`, {
      method: "POST",
      headers,
      body: formOf({ selfie }),
    });
    return (await response.json()) as { data: { challenge_needed: boolean } | null; error: { code: string } | null };
  };
  assert.deepEqual((await check(amal)).data, { challenge_needed: false });
  for (const says of doubts) {
    state.says = says;
    assert.deepEqual((await check(amal)).data, { challenge_needed: true }, says);
  }
  assert.equal((await check(wall)).error?.code, "no_face");
  state.says = "sure";
  for (let i = 5; i < 10; i++) assert.equal((await check(amal)).data?.challenge_needed, false);
  const before = state.analyzed;
  assert.equal((await check(amal)).data?.challenge_needed, true);
  assert.equal(state.analyzed, before);
});
