import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type NameAnswer, startNameServer } from "../../../testing/name-server.ts";
import { tempDir } from "../../../testing/store/each-store.ts";
import { until } from "../../../testing/until.ts";
import { createResolve } from "./resolve.ts";

const never = new AbortController().signal;

/** A resolver with its own name server and files. */
async function start(
  t: TestContext,
  answer: (name: string, kind: string) => NameAnswer,
  { hosts = "", resolvConf = "" } = {},
) {
  const server = await startNameServer(t, answer);
  const dir = await tempDir(t);
  const [hostsPath, resolvConfPath] = [join(dir, "hosts"), join(dir, "resolv.conf")];
  await writeFile(hostsPath, hosts);
  await writeFile(resolvConfPath, resolvConf);
  const resolve = createResolve({ servers: [server.address], hostsPath, resolvConfPath });
  return {
    asked: server.asked,
    resolve: (name: string, of = "acc", signal = never) => resolve(name, of, signal),
    hostsPath,
  };
}

test("IPv4 and IPv6 are both asked for, and come by turns", async (t) => {
  const addresses = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8::3"];
  const { resolve, asked } = await start(t, () => addresses);
  const found = await resolve("photos.example");
  assert.deepEqual(found, ["192.0.2.1", "2001:db8::1", "192.0.2.2", "2001:db8::2", "2001:db8::3"]);
  assert.deepEqual(asked.toSorted(), ["A photos.example", "AAAA photos.example"]);
});

test("a name of one kind is found, also where no server answers for the other", async (t) => {
  const { resolve } = await start(t, (name, kind) => {
    const [first = ""] = name.split(".");
    if (first === "six") return ["2001:db8::1"];
    return first === "four" || kind === "A" ? ["192.0.2.1"] : first === "failing" ? "server failure" : "silence";
  });
  assert.deepEqual(await resolve("four.example"), ["192.0.2.1"]);
  assert.deepEqual(await resolve("six.example"), ["2001:db8::1"]);
  assert.deepEqual(await resolve("silent.example"), ["192.0.2.1"]);
  assert.deepEqual(await resolve("failing.example"), ["192.0.2.1"]);
});

test("the hosts file comes first, and is read again when it has changed", async (t) => {
  const hosts =
    "127.0.0.1\tlocalhost\n10.0.0.7 Intern.example intern # ours\n::1 ip6\nfe80::1%lo0 zone\nrubbish intern\n";
  const { resolve, asked, hostsPath } = await start(t, () => "no such name", { hosts });
  assert.deepEqual(await resolve("intern.example"), ["10.0.0.7"]);
  assert.deepEqual(await resolve("intern"), ["10.0.0.7"]);
  assert.deepEqual(await resolve("localhost"), ["127.0.0.1"]);
  assert.deepEqual(await resolve("any.localhost"), ["127.0.0.1", "::1"]);
  assert.deepEqual(asked, []);
  await assert.rejects(resolve("zone"), { code: "ENOTFOUND" });
  await writeFile(hostsPath, "10.0.0.8 intern.example\n10.0.0.9 intern.example\n2001:db8::1 intern.example\n");
  assert.deepEqual(await resolve("intern.example"), ["10.0.0.8", "10.0.0.9", "2001:db8::1"]);
});

const kubernetes =
  "nameserver 10.0.0.10\nsearch shop.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n";

test("names of services in a cluster are found by the search list, before names of the world", async (t) => {
  const services = new Set(["hooks.shop.svc.cluster.local", "hooks.billing.svc.cluster.local"]);
  const answer = (name: string) =>
    services.has(name) ? ["10.0.0.1"] : name.endsWith(".dev") ? ["192.0.2.1"] : "no such name";
  const { resolve, asked } = await start(t, answer, { resolvConf: kubernetes });
  for (const name of ["hooks", "hooks.billing", "hooks.billing.svc", "hooks.billing.svc.cluster.local"]) {
    assert.deepEqual(await resolve(name), ["10.0.0.1"], name);
  }
  const before = asked.length;
  assert.deepEqual(await resolve("photos.dev"), ["192.0.2.1"]);
  const within = ["shop.svc.cluster.local", "svc.cluster.local", "cluster.local"].map(
    (domain) => `photos.dev.${domain}`,
  );
  const names = new Set(asked.slice(before).map((question) => question.split(" ")[1]));
  assert.deepEqual([...names], [...within, "photos.dev"]);
});

test("without a word of it in resolv.conf, a name with a dot is taken as it is first", async (t) => {
  const { resolve, asked } = await start(t, (name) => (name === "a.example" ? ["192.0.2.1"] : "no such name"), {
    resolvConf: "search corp.example",
  });
  assert.deepEqual(await resolve("a.example"), ["192.0.2.1"]);
  assert.deepEqual(asked.toSorted(), ["A a.example", "AAAA a.example"]);
  await assert.rejects(resolve("b.example"), { code: "ENOTFOUND" });
  assert.ok(asked.includes("A b.example.corp.example"));
});

test("where a name cannot be asked for, another is not taken for it", async (t) => {
  const answer = (name: string) => (name.startsWith("hooks.billing.shop") ? "server failure" : ["192.0.2.66"]);
  const { resolve } = await start(t, answer, { resolvConf: kubernetes });
  await assert.rejects(resolve("hooks.billing"), { code: "ESERVFAIL" });
});

test("a name without addresses, and one that there is not, have none", async (t) => {
  const { resolve } = await start(t, (name) => (name === "empty.example" ? [] : "no such name"));
  await assert.rejects(resolve("empty.example"), { code: "ENOTFOUND" });
  await assert.rejects(resolve("gone.example"), { code: "ENOTFOUND" });
  await assert.rejects(resolve("a..b"), { code: "EBADNAME" });
});

test("a signal ends the question, and no other", async (t) => {
  const { resolve, asked } = await start(t, (name) => (name === "slow.example" ? "silence" : ["192.0.2.1"]));
  const [leaving, staying] = [new AbortController(), new AbortController()];
  t.after(() => staying.abort());
  const [left, stays] = [
    resolve("slow.example", "acc", leaving.signal),
    resolve("slow.example", "acc", staying.signal),
  ];
  let ended = false;
  stays.catch(() => {}).finally(() => (ended = true));
  await until(() => asked.length >= 4);
  leaving.abort(new Error("the caller left"));
  await assert.rejects(left, /the caller left/);
  assert.equal(ended, false);
  assert.deepEqual(await resolve("quick.example"), ["192.0.2.1"]);
  await assert.rejects(resolve("quick.example", "acc", leaving.signal), /the caller left/);
});

test("one account's slow names take its own places, and leave the next to other accounts", async (t) => {
  const { resolve, asked } = await start(t, (name) => (name.startsWith("slow") ? "silence" : ["192.0.2.1"]));
  const leaving = new AbortController();
  const slow = Array.from({ length: 40 }, (_, i) => resolve(`slow${i}.example`, "greedy", leaving.signal));
  const all = Promise.allSettled(slow);
  await until(() => new Set(asked).size >= 32);
  assert.deepEqual(await resolve("quick.example", "other"), ["192.0.2.1"]);
  const names = new Set(asked.map((question) => question.split(" ")[1]));
  assert.equal(names.size, 17, "sixteen at once, and the other's");
  leaving.abort();
  assert.ok((await all).every(({ status }) => status === "rejected"));
  assert.deepEqual(await resolve("quick.example", "greedy"), ["192.0.2.1"]);
});
