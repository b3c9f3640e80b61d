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

test("who was served before and then idle has saved nothing up", () => {
  const queue = queueOf(tasks("a", 100), tasks("b", 1));
  serve(queue, 51);
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

test("one expensive photo moves the mean of its account by a tenth, and two photos at once are charged as two", () => {
  const queue = queueOf(tasks("a", 2));
  serve(queue, 1, () => 150);
  assert.equal(queue.expectedWaitMs("a", 1), 60, "50 + a tenth of the 100 above it");

  const both = queueOf(tasks("a", 3), tasks("b", 3));
  const [first, second] = [both.take(), both.take()];
  assert.deepEqual([first?.name, second?.name], ["a1", "b1"]);
  assert.equal(both.take()?.name, "a2", "neither owes more: who came first");
});

test("a turn is longer by who else waits, and shorter by the workers", () => {
  const queue = queueOf(tasks("a", 5), tasks("b", 5));
  assert.equal(queue.turnMs("a", 1), 100);
  assert.equal(queue.turnMs("a", 2), 50);
  assert.equal(queue.turnMs("newcomer", 1), 150);
  assert.equal(queue.turnMs("a", 0), 100, "while no worker is there");
  queue.remove(queue.take() as Task);
  serve(queue, 9);
  assert.equal(queue.turnMs("a", 1), 50, "nobody else waits");
});

test("photos that were promised count as waiting before this one", () => {
  assert.equal(queueOf(tasks("a", 2)).expectedWaitMs("a", 1, 3), 5 * 50);
});

test("an account that is idle and owes nothing begins with what is typical, not with its own past", () => {
  const queue = queueOf(tasks("slow", 1));
  serve(queue, 1, () => 5000);
  // Others run for longer than its photo took.
  for (const task of tasks("other", 200)) queue.add(task);
  serve(queue, 200);
  assert.ok(queue.expectedWaitMs("slow", 1) === 0 && queue.turnMs("slow", 1) < 100);
});
