/** The examples of version 2, run as a person would run them; those of languages that are not installed are skipped. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import sharp from "sharp";
import { samplePhoto } from "../packages/server/src/testing/photos/sample-photos.ts";
import { sharedService } from "../testing/service.ts";

const examples: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  curl: ["sh", "verify.sh"],
  Node: ["node", "verify.mjs"],
  Python: ["python3", "verify.py"],
  PHP: ["php", "verify.php"],
  Go: ["go", "run", "verify.go"],
  Java: ["java", "Verify.java"],
};
/** How each language is asked whether it is there. */
const probes: Readonly<Record<string, readonly string[]>> = {
  curl: ["curl", "--version"],
  Node: ["node", "--version"],
  Python: ["python3", "--version"],
  PHP: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
  Go: ["go", "version"],
  Java: ["java", "--version"],
};

const dir = await mkdtemp(join(tmpdir(), "selfsame-callers-"));
const [reference, selfie] = [join(dir, "reference.jpg"), join(dir, "selfie.jpg")];
await sharp(samplePhoto(1)).extract({ left: 1260, top: 12, width: 609, height: 617 }).toFile(reference);
await sharp(samplePhoto(3)).extract({ left: 888, top: 25, width: 598, height: 660 }).toFile(selfie);
const server = await sharedService();
after(() => rm(dir, { recursive: true }));

async function run([command, ...args]: readonly [string, ...string[]], key: string) {
  const env = { ...process.env, SELFSAME_URL: server.url, SELFSAME_KEY: key };
  const child = spawn(command, [...args, reference, selfie], { cwd: join(import.meta.dirname, "../examples"), env });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { output, problems, code };
}

for (const [language, command] of Object.entries(examples)) {
  const [probe = "", ...args] = probes[language] ?? [];
  const skip = spawnSync(probe, args).status === 0 ? false : `${language} is not installed`;

  test(`${language}: the photos match`, { skip }, async () => {
    const { output, problems, code } = await run(command, server.privateKey);
    assert.equal(code, 0, problems);
    assert.match(output, /Face match successful/);
    assert.match(output, /match"?:? ?true/);
  });

  test(`${language}: a wrong key ends it with the service's own words`, { skip }, async () => {
    const { output, problems, code } = await run(command, "wrong");
    assert.notEqual(code, 0);
    assert.match(output + problems, /Invalid API key/);
  });
}
