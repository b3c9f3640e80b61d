import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionOf } from "./follow.ts";

test("an event of the stream is told, whatever is beside it", () => {
  assert.deepEqual(sessionOf('event: state\ndata: {"id":"vs_1",\ndata: "end":null}'), { id: "vs_1", end: null });
  assert.deepEqual(sessionOf('id: 3\nevent:state\ndata:{"id":"vs_1"}'), { id: "vs_1" });
});

test("a sign of life, and what later versions may send, are not", () => {
  assert.equal(sessionOf(": still here"), undefined);
  assert.equal(sessionOf('event: news\ndata: {"id":"vs_1"}'), undefined);
  assert.equal(sessionOf(""), undefined);
});
