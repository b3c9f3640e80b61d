/** Runs the examples of version 2 as a person would. Examples in languages that are not installed are skipped. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { samplePhoto } from "../packages/photo/testing/photos/sample-photos.ts";
import { type LanguageName, languages, noLanguage } from "../testing/languages.ts";
import { runProgram } from "../testing/run-program.ts";
import { sharedService } from "../testing/service.ts";

const examples: Readonly<Record<Exclude<LanguageName, "C#" | "Ruby">, string>> = {
  curl: "verify.sh",
  TypeScript: "verify.mjs",
  Python: "verify.py",
  PHP: "verify.php",
  Go: "verify.go",
  Java: "Verify.java",
};

const dir = await mkdtemp(join(tmpdir(), "selfsame-callers-"));
const [reference, selfie] = [join(dir, "reference.jpg"), join(dir, "selfie.jpg")];
await sharp(samplePhoto(1)).extract({ left: 1260, top: 12, width: 609, height: 617 }).toFile(reference);
await sharp(samplePhoto(3)).extract({ left: 888, top: 25, width: 598, height: 660 }).toFile(selfie);
const server = await sharedService();
after(() => rm(dir, { recursive: true }));

const run = (name: LanguageName, file: string, key: string) =>
  runProgram([...languages[name].run, file, reference, selfie], {
    cwd: join(import.meta.dirname, "../examples/version-2"),
    env: { SELFSAME_URL: server.url, SELFSAME_API_KEY: key },
  });

for (const [name, file] of Object.entries(examples)) {
  const language = name as LanguageName;
  const skip = noLanguage(language);

  test(`${language}: the photos match`, { skip }, async () => {
    const { output, problems, code } = await run(language, file, server.privateKey);
    assert.equal(code, 0, problems);
    assert.match(output, /Face match successful/);
    assert.match(output, /match"?:? ?true/);
  });

  test(`${language}: a wrong key ends it with the service's own words`, { skip }, async () => {
    const { output, problems, code } = await run(language, file, "wrong");
    assert.notEqual(code, 0);
    assert.match(output + problems, /Invalid API key/);
  });
}
