import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createOpenSession } from "./open-session.ts";

const url = "https://faces.example.com/verify#s3cret";
const returnUrl = "https://shop.example.com/back?from=app";

/** The phone's behavior, in place of Capacitor's plugins. */
function startPhone({ canClose = true } = {}) {
  const listeners = new Map<string, Set<(event: never) => void>>();
  const calls: string[] = [];
  const addListener = async (name: string, listener: (event: never) => void) => {
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(listener));
    return { remove: async () => void all.delete(listener) };
  };
  const browser = {
    open: async ({ url }: { readonly url: string }) => void calls.push(`open ${url}`),
    close: async () => {
      calls.push("close");
      if (!canClose) throw new Error("not implemented");
    },
    addListener,
  };
  const tell = (name: string, event: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(event as never);
  };
  const listening = () => [...listeners.values()].reduce((count, all) => count + all.size, 0);
  const openSession = createOpenSession(browser, { addListener });
  return { openSession, tell, calls, listening, settle: () => new Promise(setImmediate) };
}

test("the page is opened in the browser, and the person comes back by the link", async () => {
  const { openSession, tell, calls, listening, settle } = startPhone();
  const visit = openSession({ url, returnUrl, session: "vs_1" });
  await settle();
  assert.deepEqual(calls, [`open ${url}`]);
  for (const other of [
    "https://shop.example.com/back",
    "https://shop.example.com/back?session=vs_2",
    "https://shop.example.com/other?session=vs_1",
    "https://shop.example.com.evil.test/back?session=vs_1",
    "shop://back?session=vs_1",
    "no address",
  ])
    tell("appUrlOpen", { url: other });
  await settle();
  assert.equal(listening(), 2);
  tell("appUrlOpen", { url: "https://shop.example.com/back?from=app&session=vs_1" });
  assert.deepEqual(await visit, { outcome: "returned" });
  assert.deepEqual([calls.at(-1), listening()], ["close", 0]);
});

test("a browser that was closed is another outcome; on Android a link that led back comes first or last", async () => {
  const { openSession, tell, settle } = startPhone({ canClose: false });
  const closed = openSession({ url, returnUrl });
  await settle();
  tell("browserFinished", undefined);
  assert.deepEqual(await closed, { outcome: "closed" });
  const returned = openSession({ url, returnUrl });
  await settle();
  tell("browserFinished", undefined);
  tell("appUrlOpen", { url: `${returnUrl}&session=vs_1` });
  assert.deepEqual(await returned, { outcome: "returned" });
});

test("one session is open at a time, and a browser that does not open leaves nothing behind", async () => {
  const { openSession, tell, settle, listening } = startPhone();
  const first = openSession({ url, returnUrl });
  await settle();
  await assert.rejects(openSession({ url, returnUrl }), /is open already/);
  tell("appUrlOpen", { url: `${returnUrl}&session=vs_1` });
  await first;
  const broken = createOpenSession(
    { open: () => Promise.reject(new Error("no browser")), close: pause, addListener: added },
    { addListener: added },
  );
  await assert.rejects(broken({ url, returnUrl }), /no browser/);
  await assert.rejects(broken({ url, returnUrl }), /no browser/);
  assert.equal(listening(), 0);

  async function added() {
    return { remove: async () => {} };
  }
});
