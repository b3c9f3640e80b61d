import assert from "node:assert/strict";
import { test } from "node:test";
import { type Event, next, type State, transitions } from "./states.ts";

const states = Object.keys(transitions) as State[];

function isEnd(state: State): boolean {
  return Object.keys(transitions[state]).length === 0;
}

function follow(...events: Event[]): State {
  let state: State = "opening";
  for (const event of events) state = next(state, event) ?? state;
  return state;
}

test("a good face held long enough leads to a photo", () => {
  assert.equal(follow("camera_ready", "detector_ready", "right", "wrong", "right", "held", "photo_ready"), "done");
});

test("the camera is opened once the person has begun", () => {
  assert.equal(next("intro", "begin"), "opening");
  assert.deepEqual(Object.keys(transitions.intro).toSorted(), ["begin", "camera_failed", "cancel", "fail"]);
});

test("without a detector the shutter leads to a photo", () => {
  assert.equal(follow("camera_ready", "detector_failed", "shutter", "photo_ready"), "done");
});

test("what follows the photo leads to the end, or to another photo", () => {
  const photo = ["camera_ready", "detector_ready", "right", "held", "follow"] as const;
  assert.equal(follow(...photo, "photo_ready"), "done");
  assert.equal(follow(...photo, "again"), "preview");
});

test("every state but the ends can be cancelled and can fail", () => {
  for (const state of states.filter((state) => !isEnd(state))) {
    assert.equal(next(state, "cancel"), "cancelled");
    assert.equal(next(state, "camera_failed"), "failed");
    assert.equal(next(state, "fail"), "failed");
  }
});

test("nothing leads out of an end", () => {
  assert.deepEqual(states.filter(isEnd), ["done", "cancelled", "failed"]);
});

test("every state but the ends gives the camera back while the page is hidden, and opens it again", () => {
  // The introduction has no camera open yet.
  for (const state of states.filter((state) => !isEnd(state) && state !== "hidden" && state !== "intro")) {
    assert.equal(next(state, "hide"), "hidden");
  }
  assert.equal(next("hidden", "show"), "opening");
});

test("events that come too late are ignored", () => {
  assert.equal(next("cancelled", "camera_ready"), undefined);
  assert.equal(next("taking", "held"), undefined);
  assert.equal(next("guiding", "camera_ready"), undefined);
});

test("every state can be reached", () => {
  const reached = new Set<State>(["intro"]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const state of reached) for (const to of Object.values(transitions[state])) reached.add(to);
  }
  assert.deepEqual([...reached].toSorted(), states.toSorted());
});
