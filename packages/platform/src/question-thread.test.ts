import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createQuestionThread } from "./question-thread.ts";
import { tempDir } from "../testing/store/each-store.ts";

interface Question {
  readonly id: number;
  readonly end?: boolean;
}

interface Answer {
  readonly id: number;
  readonly thread: number;
}

/** Answers with its thread id, or exits. */
const program = `
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", ({ id, end }) => (end ? process.exit() : parentPort.postMessage({ id, thread: threadId })));`;

async function threadWith(t: Parameters<typeof tempDir>[0], restMs: number) {
  const file = join(await tempDir(t), "thread.mjs");
  await writeFile(file, program);
  const thread = createQuestionThread<Question, Answer>(file, "that answers", { restMs });
  t.after(() => thread.end());
  return thread;
}

test("a thread that has rested ends, and the next question starts another", { timeout: 60_000 }, async (t) => {
  const thread = await threadWith(t, 1);
  const first = await thread.ask({});
  let next = first;
  while (next.thread === first.thread) {
    await pause(5);
    next = await thread.ask({});
  }
  assert.notEqual(next.thread, first.thread);
});

test("questions that come at once are answered by one thread", async (t) => {
  const thread = await threadWith(t, 60_000);
  const answers = await Promise.all([thread.ask({}), thread.ask({}), thread.ask({})]);
  assert.equal(new Set(answers.map(({ thread: number }) => number)).size, 1);
  assert.equal((await thread.ask({})).thread, answers[0]?.thread);
});

test("a thread that ends rejects what it was asked, and nothing that another is asked later", async (t) => {
  const thread = await threadWith(t, 60_000);
  const { thread: first } = await thread.ask({});
  await assert.rejects(thread.ask({ end: true }), /the thread that answers has ended/);
  assert.notEqual((await thread.ask({})).thread, first);
});
