import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "@selfsame/platform/store/store";
import { prepareFirstStart } from "./accounts/people/first-start.ts";
import { selfsame } from "../testing/selfsame.ts";
import { freshConfig, tempDir } from "@selfsame/platform/testing/store/each-store";
import { readEnvFile, takeEnvFile } from "./env-file.ts";

test("an env file is read as systemd reads it", async (t) => {
  const file = join(await tempDir(t), "selfsame.env");
  const lines = [
    "# a comment",
    "",
    "; another",
    "SELFSAME_MAIL_FROM=Faces <faces@example.com>",
    'DATABASE_URL="postgres://u:a\\"b@host/db"',
    `SELFSAME_PLANS='{ "free": {} }'`,
    "SELFSAME_SECRET_KEY=a=b#c",
    "EMPTY=",
  ];
  await writeFile(file, lines.join("\n"));
  assert.deepEqual(readEnvFile(file), {
    SELFSAME_MAIL_FROM: "Faces <faces@example.com>",
    DATABASE_URL: 'postgres://u:a"b@host/db',
    SELFSAME_PLANS: '{ "free": {} }',
    SELFSAME_SECRET_KEY: "a=b#c",
    EMPTY: "",
  });
  await writeFile(file, "A=1\nexport SECRET");
  assert.throws(() => readEnvFile(file), {
    name: "OperatorError",
    message: `Line 2 of ${file} is not a setting: NAME=VALUE.`,
  });
  await writeFile(file, "A=1\n".repeat(20_000));
  assert.throws(() => readEnvFile(file), /larger than 64 KB/);
  assert.throws(() => readEnvFile(`${file}.gone`), /is not there/);
});

test("--env-file is taken from anywhere in a command line, once", () => {
  assert.deepEqual(takeEnvFile(["keys", "list"]), { file: undefined, rest: ["keys", "list"] });
  for (const args of [
    ["--env-file", "F", "keys", "list"],
    ["keys", "--env-file=F", "list"],
    ["keys", "list", "--env-file", "F"],
  ]) {
    assert.deepEqual(takeEnvFile(args), { file: "F", rest: ["keys", "list"] });
  }
  assert.throws(() => takeEnvFile(["keys", "--env-file"]), /needs a file/);
  assert.throws(() => takeEnvFile(["--env-file=", "keys"]), /needs a file/);
  assert.throws(() => takeEnvFile(["--env-file=a", "keys", "--env-file=b"]), /twice/);
});

test("a command looks at the database that the env file names, whatever the environment says", async (t) => {
  const [named, other] = [await freshConfig(t, "sqlite"), await freshConfig(t, "sqlite")];
  const store = await openStore(named);
  const { apiKey } = await prepareFirstStart(store);
  assert.ok(apiKey);
  await store.close();
  const file = join(await tempDir(t), "selfsame.env");
  await writeFile(file, `SELFSAME_DATA_DIR=${named.dataDir}\n`);
  assert.equal((await selfsame(other, "keys", "list")).code, 1, "there is no account in it");
  const listed = await selfsame(other, "keys", "list", "--json", "--env-file", file);
  assert.deepEqual(
    (JSON.parse(listed.out) as { name: string; last_used: null }[]).map(({ name, last_used }) => [name, last_used]),
    [["First key", null]],
  );
  assert.match(
    (await selfsame(other, "keys", "list", "--env-file", file)).out,
    /^ID +KEY +STATUS +LAST USED +NAME\nkey_/,
  );
});

test("what is wrong with a command line is its last line", async (t) => {
  const config = await freshConfig(t, "sqlite");
  for (const [args, last] of [
    [["kyes"], 'selfsame: there is no command "kyes"; there is "keys".'],
    [["keys", "lst"], 'There is no "lst"; there is "list".'],
    [["keys"], "The subcommand is missing."],
    [["keys", "create"], "NAME is missing."],
    [["keys", "list", "--jsno"], "selfsame keys: --jsno is not an option; --json is."],
    [["backup"], "FILE is missing."],
  ] as const) {
    const { code, problems } = await selfsame(config, ...args);
    assert.deepEqual([code, problems.split("\n").at(-1)], [2, last]);
  }
});

test("a pipe that is closed before the end is no error", async () => {
  const command = `"${process.execPath}" "${join(import.meta.dirname, "../../cli/src/selfsame.js")}" serve --help | head -n 1`;
  const child = spawn("bash", ["-c", `set -o pipefail; for i in 1 2 3; do ${command}; done`], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let problems = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (problems += text));
  child.stdout.resume();
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.deepEqual([code, problems], [0, ""]);
});
