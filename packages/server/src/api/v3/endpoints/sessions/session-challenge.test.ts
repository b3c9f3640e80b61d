import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createHash, generateKeyPairSync } from "node:crypto";
import { compactDecrypt, decodeJwt } from "jose";
import type { EvidencePublicKey } from "../../../../features/sessions/evidence/public-key.ts";
import { sealedEvidence } from "../../../../features/sessions/evidence/settings.ts";
import type { Step } from "@selfsame/face/assess/gestures";
import { burstOf } from "../../../../../testing/challenge/burst-of.ts";
import { setTurn } from "../../../../../testing/challenge/set-steps.ts";
import {
  neutralFrame,
  photosOf,
  type Picture,
  pictureOf,
  stepFrame,
} from "../../../../../testing/challenge/perform.ts";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { readTimeline } from "../../../../features/sessions/reports/timeline.ts";
import type { ReceivedPhoto } from "../../../../features/receipts/receipt.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { changeSetting } from "@selfsame/platform/settings/setting";

const steps: readonly [Step, Step, Step] = ["turn_left", "blink", "move_closer"];
/** How long a person takes for a step. */
const aStepMs = 3000;
type Photos = Readonly<Record<string, Buffer>> & { readonly selfie: Buffer };

const comparison = createComparison(await testModels());
const engine = await sharedEngine();
const [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let moment = -12;
/** Each performance on one service has another moment, and so other frames: frames sent before are rejected. */
async function perform(picture: Picture, of: readonly Step[] = steps) {
  moment += 3;
  const selfie = await neutralFrame(picture, moment);
  return photosOf(selfie, await Promise.all(of.map((step) => stepFrame(picture, step, moment))));
}

async function start(t: TestContext) {
  moment = -12;
  const clock = { nowMs: Date.now() };
  const challenge = { now: () => clock.nowMs };
  const service = await startSessionService(t, { engine, comparison, challenge });
  await service.store.db.updateTable("accounts").set({ challenge_mode: "stepwise" }).execute();
  const begin = async (settings: Readonly<Record<string, Buffer | string>> = {}) => {
    const made = await service.create(formOf({ ...settings, attempts: "5" }));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const page = service.visit(made.secret);
    const attempt = async ({ selfie, ...frames }: Photos) => {
      const { id: challenge_id } = (await page.start()).body.data.challenge;
      for (const [i, frame] of Object.values(frames).entries()) {
        await setTurn(service.store, challenge_id, i + 1, steps[i] as Step);
        clock.nowMs += aStepMs;
        const takenMs = aStepMs - 200;
        const burst = await burstOf(selfie, frame, takenMs);
        const sent = await page.step({ challenge_id, frame, captured_after_ms: `${takenMs}`, ...burst });
        assert.equal(sent.status, 200, JSON.stringify(sent.body));
      }
      return page.complete({ selfie, challenge_id });
    };
    return { ...made, page, attempt };
  };
  return { ...service, begin, clock };
}

test("the frames and the reference are judged in one request: another person, a missed step, and then the right one", async (t) => {
  const { begin, read, store } = await start(t);
  const reference = await neutralFrame(ada, 7);
  const { session, attempt } = await begin({ reference, receipt: "true" });
  const stranger = await attempt(await perform(bea));
  assert.deepEqual(stranger.body.data, { outcome: "try_again", because: null, attempts_left: 4 });
  const missed = await attempt(await perform(ada, ["turn_left", "smile", "move_closer"]));
  assert.deepEqual(missed.body.data, { outcome: "try_again", because: "movement", attempts_left: 3 });
  const last = await perform(ada);
  const { selfie, ...frames } = last;
  const sent = [reference, ...Object.values(frames), selfie].map(sha256);
  const done = await attempt(last);
  assert.deepEqual(done.body.data, { outcome: "done", because: null, attempts_left: 2 });
  const { status, result, receipt } = await read(session.id);
  assert.deepEqual([status, result.match, result.challenge, result.reasons], ["verified", true, "passed", []]);
  const { photos } = decodeJwt<{ readonly photos: readonly ReceivedPhoto[] }>(receipt);
  assert.deepEqual(
    photos.map((photo) => photo.sha256),
    sent,
    "the receipt lists the reference and the attempt that passed",
  );
  assert.ok(result.similarity > 0.7);

  const timeline = await readTimeline(store.db, session.id);
  const attempts = timeline.filter(({ kind }) => kind === "attempt").map(({ data }) => data);
  assert.deepEqual(
    attempts.slice(1).map(({ number, check, photo }) => [number, check, photo]),
    [
      [2, "step_not_seen", 2],
      [3, null, null],
    ],
  );
  assert.deepEqual(attempts[1]?.["steps"], [
    { step: "turn_left", seen: true },
    { step: "blink", seen: false },
    { step: "move_closer", seen: true },
  ]);
  const fields = "browser challenge check device hint issues mode number passed photo reasons request steps";
  assert.equal(
    Object.keys(attempts[1] ?? {})
      .toSorted()
      .join(" "),
    fields,
  );
});

test("frames and selfies are sealed as they arrived; those of a challenge that was not finished go when another starts", async (t) => {
  const { begin, ask, accountId, by, makeKey, store, clock } = await start(t);
  const pair = generateKeyPairSync("x25519");
  const publicKey = pair.publicKey.export({ format: "jwk" }) as unknown as EvidencePublicKey;
  await changeSetting(store.db, by, accountId, sealedEvidence, { publicKey, days: 7 }, Date.now());
  const { secret: reader } = await makeKey({ scopes: ["evidence:read"] });
  const reference = await neutralFrame(ada, 7);
  const { session, page, attempt } = await begin({ reference });
  const sealed = async (): Promise<
    readonly { readonly part: string; readonly attempt: number; readonly jwe: string }[]
  > => (await ask("GET", `/sessions/${session.id}/evidence`, undefined, reader)).body.data.photos;

  const { selfie: abandoned, first } = { ...(await perform(ada)), first: await stepFrame(ada, "turn_left", moment) };
  const { id: challenge_id } = (await page.start()).body.data.challenge;
  await setTurn(store, challenge_id, 1, "turn_left");
  clock.nowMs += aStepMs;
  const burst = await burstOf(abandoned, first, aStepMs - 200);
  const step = await page.step({ challenge_id, frame: first, captured_after_ms: `${aStepMs - 200}`, ...burst });
  assert.equal(step.status, 200, JSON.stringify(step.body));
  assert.deepEqual(
    (await sealed()).map(({ part }) => part),
    ["reference", "frame"],
  );

  const { selfie, ...frames } = await perform(ada);
  const sent = [reference, ...Object.values(frames), selfie].map(sha256);
  assert.equal((await attempt({ selfie, ...frames })).body.data.outcome, "done");
  const photos = await sealed();
  assert.deepEqual(
    photos.map(({ part, attempt: of }) => `${part} ${of}`),
    ["reference 0", "frame 1", "frame 1", "frame 1", "selfie 1"],
  );
  const opened = await Promise.all(photos.map(({ jwe }) => compactDecrypt(jwe, pair.privateKey)));
  assert.deepEqual(
    opened.map(({ plaintext }) => sha256(plaintext)),
    sent,
  );
});

test("who is rejected twice by one check waits for a review, where the session may have one", async (t) => {
  const { begin, read } = await start(t);
  const reviewed = await begin({ reference: await neutralFrame(ada, 7), review: "true" });
  const first = await reviewed.attempt(await perform(bea));
  assert.equal(first.body.data.outcome, "try_again", JSON.stringify((await read(reviewed.session.id)).status));
  const missing = await perform(ada, ["turn_left", "smile", "move_closer"]);
  assert.equal((await reviewed.attempt(missing)).body.data.outcome, "try_again");
  const again = await perform(ada, ["turn_left", "smile", "move_closer"]);
  assert.equal((await reviewed.attempt(again)).body.data.outcome, "in_review");
  const { status, attempts, attempts_allowed } = await read(reviewed.session.id);
  assert.deepEqual([status, attempts, attempts_allowed], ["needs_review", 3, 5]);
});

test("a step that was not seen in two attempts is not drawn again", async (t) => {
  const { begin, store } = await start(t);
  const { session, page, attempt } = await begin();
  for (let i = 0; i < 2; i++) {
    const tried = await attempt(await perform(ada, ["turn_left", "smile", "move_closer"]));
    assert.equal(tried.body.data.outcome, "try_again");
  }
  await page.start();
  const { challenge_id } = await store.db
    .selectFrom("verification_sessions")
    .select("challenge_id")
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  const { plan } = await store.db
    .selectFrom("challenges")
    .select("plan")
    .where("id", "=", challenge_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(plan ?? "{}").avoid, ["blink"]);
});

test("a step that came too early ends its challenge, and the timeline says which", async (t) => {
  const { begin, store } = await start(t);
  const { session, page } = await begin();
  const { id, step } = (await page.startStepwise()).body.data.challenge;
  const frame = await neutralFrame(ada, 1);
  const early = await page.step({
    challenge_id: id,
    frame,
    captured_after_ms: "1",
    ...(await burstOf(frame, frame, 900)),
  });
  assert.equal(early.body.error.code, "step_too_early");
  const ended = (await readTimeline(store.db, session.id)).at(-1);
  assert.deepEqual(
    [ended?.kind, ended?.data["check"], ended?.data["steps"], ended?.data["device"]],
    ["challenge_ended", "step_too_early", [{ step: step.type, seen: null }], "phone"],
  );
});

test("captured with its frames and compared later: as strictly, and as like, as with a reference from the start", async (t) => {
  const { begin, read, ask } = await start(t);
  const reference = await neutralFrame(ada, 7);
  const [early, later] = [await begin({ reference }), await begin({ compare_limit: "2" })];
  const photos = await perform(ada);
  const seen = await perform(ada);
  assert.equal((await early.attempt(photos)).body.data.outcome, "done");
  assert.equal((await later.attempt(seen)).body.data.outcome, "done");
  const { id } = later.session;
  assert.deepEqual([(await read(id)).status, (await read(id)).result.challenge], ["captured", "passed"]);
  const compare = async (photo: Buffer) =>
    (await ask("POST", `/sessions/${id}/compare`, formOf({ reference: photo }))).body.data;
  const stranger = await compare(await neutralFrame(bea, 7));
  assert.deepEqual([stranger.match, stranger.similarity, stranger.challenge], [false, null, "passed"]);
  const same = await compare(reference);
  assert.deepEqual([same.match, same.reasons, same.session.status], [true, [], "verified"]);
  const { similarity } = (await read(early.session.id)).result;
  assert.ok(Math.abs(same.similarity - similarity) < 0.02, `${same.similarity} and ${similarity}`);
});

test("the selfie of a challenge is checked like a single photo, where the session asks for it", async (t) => {
  const { begin, read } = await start(t);
  const { session, attempt } = await begin({ reference: await neutralFrame(ada, 7), passive_liveness: "true" });
  const { body } = await attempt(await perform(ada));
  const { status, result } = await read(session.id);
  // The frames are warped from a photo, so the passive check may accept or reject them: this test covers both.
  if (body.data.outcome === "done") assert.deepEqual([status, result.passive_liveness.result], ["verified", "live"]);
  else assert.deepEqual([status, body.data.outcome, body.data.because], ["started", "try_again", null]);
});

test("without a reference the challenge alone is judged; its id must be the one drawn last, and a late one is no attempt", async (t) => {
  const { begin, read, clock } = await start(t);
  const { session, page, attempt } = await begin();
  const first = (await page.start()).body.data.challenge.id;
  await page.start();
  const photos = await perform(ada);
  assert.equal((await page.complete({ ...photos, challenge_id: first })).body.error.code, "challenge_not_found");
  assert.equal((await page.complete({ selfie: photos["selfie"] })).body.error.param, "frame_1");
  clock.nowMs += 121_000;
  assert.equal((await page.complete(photos)).body.error.code, "challenge_expired");
  assert.equal((await read(session.id)).attempts, 0);
  assert.equal((await attempt(photos)).body.data.outcome, "done");
  assert.deepEqual((await read(session.id)).result.match, null);
});

test("consent alone draws nothing: it costs no challenge, however often it is given, and the one before is over", async (t) => {
  const { begin, read, store } = await start(t);
  const { session, page } = await begin();
  for (let i = 0; i < 7; i++) {
    const { status, body } = await page.agree();
    assert.deepEqual([status, body.data], [200, { challenge: null, attempts_left: 5 }]);
  }
  assert.deepEqual((await read(session.id)).consent.version, "2026-11");
  assert.equal((await store.db.selectFrom("challenges").select("id").execute()).length, 0);
  const { id, steps_total } = (await page.startStepwise()).body.data.challenge;
  assert.equal(steps_total, 3);
  await page.agree();
  const frame = await neutralFrame(ada, 1);
  const late = await page.step({ challenge_id: id, frame, captured_after_ms: "2000" });
  assert.equal(late.body.error.code, "challenge_not_found");
});
