import assert from "node:assert/strict";
import { chmod, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { tempDir } from "../../testing/store/each-store.ts";
import { quietGreeting } from "./quiet-greeting.ts";

const photos = { reference: "reference.jpg", selfie: "selfie.jpg" };
const url = "http://127.0.0.1:3000";
const secrets = { url, apiKey: "ss_sk_first", setupUrl: `${url}/#setup=secret` };

test("the first key and the link are in a file of the owner's, and not printed", async (t) => {
  const dir = await tempDir(t);
  const file = join(dir, "first-start.txt");
  // A file that exists already, as if another user had made it, readable for all.
  await writeFile(file, "");
  await chmod(file, 0o666);
  const printed = await quietGreeting(secrets, photos, dir);
  assert.ok(!printed.includes("ss_sk_first") && !printed.includes("secret"));
  assert.ok(printed.includes(url) && printed.includes(file));
  const written = await readFile(file, "utf8");
  assert.ok(written.includes("ss_sk_first") && written.includes("#setup=secret"));
  assert.equal((await stat(file)).mode & 0o777, 0o600);
});

test("a later start with a link alone leaves the file with the key", async (t) => {
  const dir = await tempDir(t);
  await quietGreeting(secrets, photos, dir);
  const later = { url, setupUrl: `${url}/#setup=other` };
  const printed = await quietGreeting(later, photos, dir);
  assert.ok(!printed.includes("other"));
  assert.match(await readFile(join(dir, "first-start.txt"), "utf8"), /ss_sk_first/);
  assert.match(await readFile(join(dir, "first-start-link.txt"), "utf8"), /#setup=other/);
});

test("without secrets no file is written", async (t) => {
  const dir = await tempDir(t);
  assert.equal(await quietGreeting({ url }, photos, dir), `Selfsame is running. URL:\n${url}`);
  assert.deepEqual(await readdir(dir), []);
});

test("a file that cannot be written is an error", async () => {
  await assert.rejects(quietGreeting(secrets, photos, "/proc/nowhere"));
});
