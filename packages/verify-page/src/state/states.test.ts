import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Event, isOver, next, type State, transitions } from "./states.ts";

const states = Object.keys(transitions) as State[];
const over = states.filter(isOver);
const under = states.filter((state) => !isOver(state));

/** Returns every state that can be reached from a state. */
function reach(from: State): Set<State> {
  const seen = new Set<State>([from]);
  for (const state of seen) for (const to of Object.values(transitions[state])) seen.add(to);
  return seen;
}

describe("the page's states", () => {
  test("are all reached from the first", () => {
    assert.deepEqual([...reach("loading")].toSorted(), states.toSorted());
  });

  test("end in six ways, from where nothing leads on, but from the person's end to that of their consent", () => {
    assert.deepEqual(over, ["wrong_link", "done", "not_confirmed", "expired", "cancelled", "withdrawn"]);
    assert.deepEqual(
      over.map((state) => Object.values(transitions[state])),
      [[], ["withdrawn"], [], [], [], []],
    );
  });

  for (const state of under) {
    test(`${state} has a way to the camera and to every end`, () => {
      const reached = reach(state);
      for (const to of ["capturing", "simulating", ...over] as const) assert.ok(reached.has(to), to);
      const said: readonly [Event, State][] = [
        ["end_done", "done"],
        ["end_not_confirmed", "not_confirmed"],
        ["end_in_review", "in_review"],
        ["end_expired", "expired"],
        ["end_cancelled", "cancelled"],
        ["end_withdrawn", "withdrawn"],
      ];
      for (const [event, end] of said) assert.equal(next(state, event), end);
    });
  }

  test("without consent there is no camera", () => {
    const without = under.filter((state) => Object.values(transitions[state]).includes("welcome"));
    assert.deepEqual(without, ["loading", "agreeing"]);
    assert.deepEqual(new Set(Object.values(transitions.welcome)).has("capturing"), false);
  });

  test("what comes too late is ignored", () => {
    assert.equal(next("done", "taken_over"), undefined);
    assert.equal(next("welcome", "photo_taken"), undefined);
    assert.equal(next("elsewhere", "mend"), undefined);
  });
});
