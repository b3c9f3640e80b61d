import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { consentVersion } from "@selfsame/texts/consent-version";
import type { Service } from "../service/service.ts";
import { Fault, type Session } from "../service/session.ts";
import { ownWords, shownVersion } from "../service/shown-words.ts";
import { Flow } from "./flow.ts";
import type { FlowDeps, Seen } from "./seen.ts";
import type { State } from "./states.ts";

const consent = { version: "1", given: true, can_withdraw: true, own: null };
const late = { ...consent, can_withdraw: false };
const sessionWith = (change: Partial<Session>): Session =>
  ({ status: "started", consent, end: null, here: true, wallet: null, ...change }) as Session;
const captured = sessionWith({ status: "ended", end: "done" });
const inReview = sessionWith({ status: "ended", end: "in_review" });
const withdrawn = sessionWith({ status: "ended", end: "withdrawn", consent: late });

interface Visited {
  readonly flow: Flow;
  readonly states: readonly State[];
  readonly asked: readonly string[];
  readonly agreed: readonly string[];
  readonly seen: () => Seen | undefined;
}

/** Opens a page. @param looks responses to each request for the session, in order @param answer response to the withdrawal */
async function visit(looks: readonly (Session | Fault)[], answer: Session | Fault): Promise<Visited> {
  const left = [...looks];
  const states: State[] = [];
  const asked: string[] = [];
  const agreed: string[] = [];
  const reply = (to: string, with_: Session | Fault) => {
    asked.push(to);
    return with_ instanceof Fault ? Promise.reject(with_) : Promise.resolve(with_);
  };
  const service = {
    look: () => reply("look", left.shift() ?? new Fault("offline", "cut")),
    withdraw: () => reply("withdraw", answer),
    agree: async (version: string) => {
      agreed.push(version);
      if (agreed.length === 1) throw new Fault("words_changed", "consent_text_changed");
      return { challenge: null, attempts_left: 3 };
    },
    simulate: async () => ({ outcome: "done", because: null, attempts_left: 2 }),
  } as Partial<Service> as Service;
  let seen: Seen | undefined;
  const keep = { get: () => null, set: () => {} };
  const device = { computer: false, inApp: false, hasCameras: true, browser: "other" };
  const flow = new Flow({
    service,
    keep,
    device,
    follow: () => {},
    comesBack: () => false,
    language: () => "en",
    changed: (now) => {
      seen = now;
      if (states.at(-1) !== now.state) states.push(now.state);
    },
  } as FlowDeps);
  flow.start();
  await new Promise(setImmediate);
  return { flow, states, asked, agreed, seen: () => seen };
}

async function withdrawing(looks: readonly (Session | Fault)[], answer: Session | Fault) {
  const { flow, states, asked, seen } = await visit(looks, answer);
  const result = await flow.withdraw().catch((error: Fault) => error);
  return { result, states, asked, canWithdraw: seen()?.session?.consent.can_withdraw };
}

describe("a consent to the account's own words", () => {
  before(() => void Object.assign(globalThis, { addEventListener: () => {} }));
  const own = (version: string) => ({
    version: null,
    given: false,
    can_withdraw: false,
    own: { version, texts: { en: "I agree" } },
  });
  const open = (version: string) => sessionWith({ status: "open", test: true, consent: own(version), here: null });

  test("is given to the version that is shown, and after a change to the new one, once it was shown", async () => {
    const { flow, states, agreed, seen } = await visit([open("account-1"), open("account-2")], withdrawn);
    flow.send("agree");
    await new Promise(setImmediate);
    assert.deepEqual([seen()?.state, seen()?.wordsChanged, agreed], ["welcome", true, ["account-1"]]);
    flow.send("agree");
    await new Promise(setImmediate);
    assert.deepEqual([seen()?.wordsChanged, agreed], [false, ["account-1", "account-2"]]);
    assert.deepEqual(states, ["loading", "welcome", "agreeing", "welcome", "agreeing", "simulating"]);
  });

  test("is to the page's words in a language that has none, whatever it is called", () => {
    const session = open("account-1");
    assert.deepEqual(
      ["en", "de", "constructor"].map((language) => [ownWords(session, language), shownVersion(session, language)]),
      [
        ["I agree", "account-1"],
        [undefined, consentVersion],
        [undefined, consentVersion],
      ],
    );
  });
});

describe("a consent that is taken back", () => {
  before(() => void Object.assign(globalThis, { addEventListener: () => {} }));

  for (const [name, session, state] of [
    ["a captured session", captured, "done"],
    ["one that waits for a review", inReview, "in_review"],
    ["one that is under way", sessionWith({}), "ready"],
  ] as const) {
    test(`ends ${name}, after a look at how it stands`, async () => {
      const { result, states, asked } = await withdrawing([session, session], withdrawn);
      assert.deepEqual([result, asked], [true, ["look", "look", "withdraw"]]);
      assert.deepEqual(states, ["loading", state, "withdrawn"]);
    });
  }

  test("is offered after the last attempt only where its verdict is to come", async () => {
    for (const [then, canWithdraw] of [
      [captured, true],
      [{ ...captured, consent: late }, false],
      [new Fault("offline", "cut"), false],
    ] as const) {
      const { flow, seen } = await visit([sessionWith({}), then], withdrawn);
      flow.send("choose_outcome");
      await flow.simulate("verified");
      await new Promise(setImmediate);
      assert.deepEqual([seen()?.state, seen()?.session?.consent.can_withdraw], ["done", canWithdraw]);
    }
  });

  test("is not asked for once there is a verdict, and the page offers it no longer", async () => {
    const verdict = { ...captured, consent: late };
    const found = await withdrawing([captured, verdict], withdrawn);
    assert.deepEqual([found.result, found.asked, found.canWithdraw], [false, ["look", "look"], false]);
    assert.deepEqual(found.states, ["loading", "done"]);
  });

  test("loses against a verdict that comes between the two", async () => {
    const rejected = sessionWith({ status: "ended", end: "not_confirmed", consent: late });
    const found = await withdrawing([inReview, inReview, rejected], new Fault("ended", "session_ended"));
    assert.deepEqual([found.result, found.canWithdraw], [false, false]);
    assert.deepEqual(found.states, ["loading", "in_review", "not_confirmed"]);
  });

  test("that another tab took back before is taken back", async () => {
    const { result, asked, states } = await withdrawing([captured, withdrawn], withdrawn);
    assert.deepEqual([result, asked, states.at(-1)], [true, ["look", "look"], "withdrawn"]);
  });

  test("without an answer of the service changes nothing, and says so", async () => {
    for (const looks of [[captured], [captured, captured]]) {
      const { result, states } = await withdrawing(looks, new Fault("offline", "cut"));
      assert.ok(result instanceof Fault);
      assert.deepEqual([result.kind, states], ["offline", ["loading", "done"]]);
    }
  });
});
