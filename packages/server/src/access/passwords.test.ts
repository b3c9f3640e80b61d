import assert from "node:assert/strict";
import { test } from "node:test";
import { createPasswords } from "./passwords.ts";

test("a password is kept as scrypt at the cost OWASP asks for, with a salt of its own", async () => {
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

test("at most two are worked out at a time", async () => {
  const running: (() => void)[] = [];
  let runningMost = 0;
  const slow = createPasswords(undefined, async (_password, _salt, length) => {
    await new Promise<void>((resolve) => {
      running.push(resolve);
      runningMost = Math.max(runningMost, running.length);
    });
    return Buffer.alloc(length);
  });
  const all = Promise.all(Array.from({ length: 7 }, () => slow.hash("x")));
  const finished = all.then(() => true);
  while (!(await Promise.race([finished, new Promise((resolve) => setImmediate(resolve, false))]))) running.shift()?.();
  assert.equal(runningMost, 2);
});
