import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Completed, type Session, Fault } from "../service/session.ts";
import type { PhotoState } from "./send-photos.ts";
import { sendPhotos } from "./send-photos.ts";

const selfie = new Blob(["a photo"]);
const offline = () => new Fault("offline", "cut");
const done: Completed = { outcome: "done", because: null, attempts_left: 2 };
const later = () => new Date(Date.now() + 60_000).toISOString();

const sessionWith = (change: Partial<Session>): Session =>
  ({ attempts_left: 3, expires_at: later(), end: null, here: true, ...change }) as Session;

/** Browser globals. "online" fires as soon as a listener is added. */
const browser = {
  addEventListener: (_: string, listener: () => void) => queueMicrotask(listener),
  removeEventListener: () => {},
};

/** @param answers responses to each attempt to send, in order @param now response to each request for the session */
async function sending(answers: readonly (Completed | Fault)[], now = sessionWith({}), start = sessionWith({})) {
  const left = [...answers];
  const fates: (PhotoState | null)[] = [];
  let sent = 0;
  const service = {
    look: () => Promise.resolve(now),
    complete: () => {
      sent++;
      const answer = left.shift() ?? offline();
      return answer instanceof Fault ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const deps = { service, photo: (fate: PhotoState | null) => void fates.push(fate) };
  const result = await sendPhotos(start, { selfie }, deps, new AbortController().signal).catch((error: Fault) => error);
  return { result, sent, fates };
}

describe("a photo on its way", () => {
  before(() => void Object.assign(globalThis, browser));
  after(() => {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  });

  test("is sent again after each cut, and says so", async () => {
    const { result, sent, fates } = await sending([offline(), offline(), done]);
    assert.deepEqual([result, sent], [done, 3]);
    assert.deepEqual(fates, ["waiting", null, "waiting", null]);
  });

  test("is not sent again where only the answer was lost", async () => {
    const { result, sent } = await sending([offline(), done], sessionWith({ attempts_left: 2 }));
    assert.deepEqual(result, { outcome: "try_again", because: null, attempts_left: 2 });
    assert.equal(sent, 1);
    const ended = await sending([offline(), done], sessionWith({ end: "done" }));
    assert.deepEqual([ended.result, ended.sent], [undefined, 1]);
  });

  test("counts once where the first sending was still under way", async () => {
    let asked = 0;
    const fates: unknown[] = [];
    const answers = [offline(), new Fault("elsewhere", "counted meanwhile")];
    const service = {
      look: () => Promise.resolve(sessionWith({ attempts_left: asked++ === 0 ? 3 : 2 })),
      complete: () => Promise.reject(answers.shift() ?? offline()),
    };
    const { signal } = new AbortController();
    const result = await sendPhotos(
      sessionWith({}),
      { selfie },
      { service, photo: (fate) => fates.push(fate) },
      signal,
    );
    assert.deepEqual(result, { outcome: "try_again", because: null, attempts_left: 2 });
  });

  test("is lost when the session's time is over, and that is said", async () => {
    const expired = sessionWith({ expires_at: new Date(0).toISOString() });
    const { result, sent, fates } = await sending([offline()], undefined, expired);
    assert.equal((result as Fault).kind, "offline");
    assert.deepEqual([sent, fates], [1, ["lost"]]);
  });

  test("is not sent again for what another sending cannot mend", async () => {
    const { result, sent } = await sending([new Fault("stale", "expired"), done]);
    assert.deepEqual([(result as Fault).kind, sent], ["stale", 1]);
  });
});
