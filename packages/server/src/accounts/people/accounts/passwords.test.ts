import assert from "node:assert/strict";
import { test } from "node:test";
import { PasswordsBusy, createPasswords } from "./passwords.ts";

test("a password is stored as scrypt at the cost OWASP recommends, with its own salt", async () => {
  const passwords = createPasswords();
  const [one, two] = [await passwords.hash("correct horse"), await passwords.hash("correct horse")];
  assert.match(one, /^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(one, two);
  assert.ok(await passwords.verify("correct horse", one));
  assert.ok(!(await passwords.verify("correct horsf", one)));
});

const quick = createPasswords({ logN: 4, blockSize: 8, parallel: 1 });

test("a hash made at another cost still verifies", async () => {
  const stored = await createPasswords({ logN: 6, blockSize: 4, parallel: 2 }).hash("correct horse");
  assert.ok(await quick.verify("correct horse", stored));
});

test("the same password in another Unicode form is the same password", async () => {
  assert.ok(await quick.verify("cafe\u0301 au lait", await quick.hash("caf\u00e9 au lait")));
});

test("nothing and nonsense to compare with is refused, after the same work", async () => {
  let derivations = 0;
  const counted = createPasswords(undefined, async (_password, _salt, length) => {
    derivations++;
    return Buffer.alloc(length);
  });
  for (const stored of [undefined, null, "", "plain text", "$scrypt$ln=17,r=8,p=1$"]) {
    assert.equal(await counted.verify("x", stored), false);
  }
  assert.equal(derivations, 5);
});

/** Passwords whose derivations end only in `finish`. */
function heldBack() {
  const running: (() => void)[] = [];
  let begun = 0;
  let runningMost = 0;
  const passwords = createPasswords(undefined, async (_password, _salt, length) => {
    begun++;
    await new Promise<void>((resolve) => {
      running.push(resolve);
      runningMost = Math.max(runningMost, running.length);
    });
    return Buffer.alloc(length);
  });
  const finish = async (all: Promise<unknown>) => {
    const finished = all.then(() => true);
    while (!(await Promise.race([finished, new Promise((resolve) => setImmediate(resolve, false))])))
      running.shift()?.();
  };
  return { passwords, finish, begun: () => begun, runningMost: () => runningMost };
}

test("at most two are worked out at a time", async () => {
  const { passwords, finish, runningMost } = heldBack();
  await finish(Promise.all(Array.from({ length: 7 }, () => passwords.hash("x"))));
  assert.equal(runningMost(), 2);
});

test("the queue is bounded: further requests are rejected at once", async () => {
  const { passwords, finish, begun } = heldBack();
  const all = Array.from({ length: 40 }, () => passwords.hash("x"));
  const ended = Promise.allSettled(all);
  await assert.rejects(passwords.verify("x", undefined), PasswordsBusy);
  await finish(ended);
  const refused = (await ended).filter(({ status }) => status === "rejected");
  assert.deepEqual([refused.length, begun()], [14, 26], "two that run and 24 that wait");
});

test("a client that left is not worked for", async () => {
  const { passwords, finish, begun } = heldBack();
  const first = [passwords.hash("x"), passwords.hash("x")];
  const client = new AbortController();
  const left = assert.rejects(passwords.verify("x", undefined, client.signal), PasswordsBusy);
  client.abort();
  await left;
  await assert.rejects(passwords.hash("x", AbortSignal.abort()), PasswordsBusy);
  const last = passwords.hash("x");
  await finish(Promise.all([...first, last]));
  assert.equal(begun(), 3);
});
