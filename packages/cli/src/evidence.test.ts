import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { readPublicKey } from "@selfsame/server/features/sessions/evidence/public-key";
import { sealedFor, sealPhoto } from "@selfsame/server/features/sessions/evidence/seal-photo";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { tempDir } from "@selfsame/platform/testing/store/each-store";

const session = "vs_1";
const jpeg = Buffer.from("ffd8ffe000104a464946", "hex");
const png = Buffer.from("89504e470d0a1a0a", "hex");
const portrait = Buffer.from("ff4fff51002f", "hex");

async function start(t: TestContext) {
  const folder = await tempDir(t);
  const config = { dataDir: folder };
  const at = (name: string) => join(folder, name);
  const privateFile = at("private.jwk");
  const made = await selfsame(config, "evidence", "key", "--out", privateFile);
  assert.equal(made.code, 0, made.problems);
  const key = readPublicKey(JSON.parse(made.out) as Record<string, unknown>);
  assert.ok(typeof key === "object", "the service takes it");
  const nowMs = Date.UTC(2026, 10, 28);
  const target = sealedFor({ id: session, evidence_key: JSON.stringify(key), evidence_days: 7 }, nowMs);
  assert.ok(target);
  const photos = [
    await sealPhoto(target, { part: "reference", attempt: 0 }, jpeg),
    await sealPhoto(target, { part: "selfie", attempt: 2 }, png),
    await sealPhoto(target, { part: "reference", attempt: 0 }, portrait),
  ];
  const open = async (evidence: unknown, out: string, keyFile = privateFile) => {
    await writeFile(at("evidence.json"), typeof evidence === "string" ? evidence : JSON.stringify(evidence));
    return selfsame(config, "evidence", "open", at("evidence.json"), "--key", keyFile, "--out", at(out));
  };
  return { at, config, made, privateFile, photos, open };
}

test("a key is made once, readable by its owner alone, and the public one alone is printed", async (t) => {
  const { config, made, privateFile } = await start(t);
  assert.equal((await stat(privateFile)).mode & 0o777, 0o600);
  const { d } = JSON.parse(await readFile(privateFile, "utf8")) as { d: string };
  assert.ok(d.length > 40 && !`${made.out}${made.problems}`.includes(d));
  const again = await selfsame(config, "evidence", "key", "--out", privateFile);
  assert.equal(again.code, 1);
  assert.match(again.problems, /it exists already/);
});

test("evidence is opened from the service's answer, or its data alone", async (t) => {
  const { at, photos, open } = await start(t);
  const data = { id: session, photos };
  for (const [out, evidence] of [
    ["one", { success: true, data }],
    ["two", data],
  ] as const) {
    const { code, problems } = await open(evidence, out);
    assert.equal(code, 0, problems);
    assert.deepEqual((await readdir(at(out))).toSorted(), [
      "01-reference.jpg",
      "02-selfie-attempt-2.png",
      "03-reference.jp2",
    ]);
    assert.deepEqual(await readFile(join(at(out), "01-reference.jpg")), jpeg);
    assert.equal((await stat(join(at(out), "01-reference.jpg"))).mode & 0o777, 0o600);
  }
});

test("what was changed, mixed up, or sealed to another key is not opened", async (t) => {
  const { at, config, photos, open } = await start(t);
  const fails = async (evidence: unknown, why: RegExp, keyFile?: string) => {
    const { code, problems } = await open(evidence, "out", keyFile);
    assert.equal(code, 1);
    assert.match(problems, why);
  };
  const [first] = photos;
  assert.ok(first);
  const changed = first.jwe.replace(/.(?=.{30}$)/, (one) => (one === "A" ? "B" : "A"));
  await fails({ id: session, photos: [{ ...first, jwe: changed }] }, /was changed/);
  await fails({ id: "vs_2", photos }, /for another session/);
  await fails({ id: session, photos: [{ ...first, part: "selfie" }] }, /for another part/);
  await fails({ id: session, photos: [{ ...first, part: "../../x" }] }, /is no evidence/);
  await fails("no JSON", /is no evidence/);
  await selfsame(config, "evidence", "key", "--out", at("other.jwk"));
  await fails({ id: session, photos }, /sealed to another key/, at("other.jwk"));
  await fails({ id: session, photos }, /no X25519 private key/, at("evidence.json"));
});
