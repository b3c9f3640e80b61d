import assert from "node:assert/strict";
import { test } from "node:test";
import { FairQueue, type Priority } from "./fair-queue.ts";

interface Task {
  readonly accountId: string;
  readonly priority: Priority;
  readonly name: string;
}

const tasks = (accountId: string, count: number, priority: Priority = "interactive"): Task[] =>
  Array.from({ length: count }, (_, i) => ({ accountId, priority, name: `${accountId}${i + 1}` }));

function queueOf(...all: readonly Task[][]): FairQueue<Task> {
  const queue = new FairQueue<Task>();
  for (const task of all.flat()) queue.add(task);
  return queue;
}

/** Takes and finishes photos one after the other, as one worker does. */
function serve(queue: FairQueue<Task>, count: number, tookMs: (task: Task) => number = () => 50): string[] {
  return Array.from({ length: count }, () => {
    const task = queue.take();
    if (!task) return "nobody";
    queue.finished(task, tookMs(task));
    return task.name;
  });
}

test("accounts take turns, whoever sent how many and when", () => {
  const queue = queueOf(tasks("a", 100), tasks("b", 2));
  assert.deepEqual(serve(queue, 5), ["a1", "b1", "a2", "b2", "a3"]);
  assert.equal(queue.length, 97);
});

test("an account's expensive photos take only its share of the time", () => {
  const queue = queueOf(tasks("slow", 40), tasks("quick", 40));
  const served = serve(queue, 22, ({ accountId }) => (accountId === "slow" ? 1000 : 50));
  const slow = served.filter((name) => name.startsWith("slow")).length;
  assert.ok(slow <= 2, served.join(" "));
});

test("who was idle gets a turn at once, and none for the time it was away", () => {
  const queue = queueOf(tasks("a", 100));
  serve(queue, 50);
  for (const task of tasks("b", 50)) queue.add(task);
  const served = serve(queue, 4).filter((name) => name.startsWith("b"));
  assert.deepEqual(served, ["b1", "b2"]);
});

test("batches get what interactive photos leave, and are fair among themselves", () => {
  const queue = queueOf(tasks("a", 3, "batch"), tasks("b", 1, "batch"), tasks("c", 2));
  assert.deepEqual(serve(queue, 7), ["c1", "c2", "a1", "b1", "a2", "a3", "nobody"]);
});

test("a photo that leaves the queue is not served; one whose worker was lost goes first", () => {
  const [first, second, third] = tasks("a", 3) as [Task, Task, Task];
  const queue = queueOf([first, second, third]);
  assert.equal(queue.remove(second), true);
  assert.equal(queue.remove(second), false);
  queue.take();
  queue.add(first, "first");
  assert.deepEqual(serve(queue, 3), ["a1", "a3", "nobody"]);
});

test("the expected wait is of one's own photos: another account's hundred cost a newcomer one turn", () => {
  const queue = queueOf(tasks("a", 100));
  assert.equal(queue.expectedWaitMs("a", 2), (100 * 50) / 2);
  assert.equal(queue.expectedWaitMs("b", 2), 50 / 2);
  assert.equal(queueOf().expectedWaitMs("b", 2), 0);
});

test("the expected wait follows what an account's photos take, and others' expensive ones do not shift it", () => {
  const queue = queueOf(tasks("slow", 30), tasks("quick", 300));
  serve(queue, 250, ({ accountId }) => (accountId === "slow" ? 5000 : 20));
  assert.ok(queue.expectedWaitMs("slow", 1) > 5000);
  assert.ok(queue.expectedWaitMs("newcomer", 1) < 200, String(queue.expectedWaitMs("newcomer", 1)));
});
