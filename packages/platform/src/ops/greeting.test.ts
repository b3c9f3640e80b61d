import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installedPictures, writeSamples } from "@selfsame/lab/samples/write-samples";
import { tempDir } from "../../testing/store/each-store.ts";
import { greeting, samplePhotos } from "./greeting.ts";

const first = { url: "http://127.0.0.1:3000", apiKey: "ss_sk_first" };
const lineOf = (folder: string, dir: string) => greeting(first, samplePhotos(folder, dir)).split("\n").at(-1) ?? "";

test("where there are no sample photos, the first line writes them where curl reads them", async (t) => {
  const dir = await tempDir(t);
  const line = lineOf(join(dir, "none"), dir);
  const [write = "", curl = ""] = line.split(" && ");
  assert.equal(write, "npx selfsame samples");
  const photos = Array.from(curl.matchAll(/=@(\S+)/g), ([, path = ""]) => path);
  assert.deepEqual(photos, ["samples/reference.jpg", "samples/selfie.jpg"]);
  // As the command does by default.
  await writeSamples(join(dir, "samples"), installedPictures());
  for (const photo of photos) assert.ok(existsSync(join(dir, photo)), photo);
  assert.equal(lineOf(join(dir, "none"), dir), curl);
});

test("photos in a folder whose name a shell takes apart are written elsewhere", async (t) => {
  const dir = await tempDir(t);
  const odd = join(dir, "my photos");
  await writeSamples(odd, installedPictures());
  assert.match(lineOf(odd, dir), /^npx selfsame samples && curl /);
});
