/** The Python client as its users install it: its wheel in an empty environment, against the real service. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { buildWheel } from "../scripts/release/build-wheel.ts";
import { findPython, hasCryptography } from "../testing/python.ts";
import { startService } from "../testing/service.ts";

const run = promisify(execFile);
const python = findPython();

test(
  "the Python client's wheel installs without a network, and its tests pass against a running service",
  { skip: python === undefined && "no Python that builds packages: see npm test" },
  async (t) => {
    const dir = await mkdtemp(join(tmpdir(), "selfsame-python-"));
    t.after(() => rm(dir, { recursive: true }));
    const inside = (...path: string[]) => join(dir, ...path);
    const wheel = buildWheel(python ?? "", dir);
    await run(python ?? "", ["-m", "venv", inside("env")]);
    const installed = inside("env/bin/python");
    await run(installed, ["-m", "pip", "install", "--quiet", "--no-index", wheel]);

    for (const name of ["amal", "bea", "wall"] as const) await writeFile(inside(`${name}.png`), await portrait(name));
    const service = await startService({
      SELFSAME_ALLOWED_DOMAINS: "localhost",
      SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
      SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "true",
      SELFSAME_BATCH_WORKERS: "1",
    });
    t.after(() => service.stop());
    const env = { SELFSAME_URL: service.url, SELFSAME_API_KEY: service.privateKey, SELFSAME_TEST_PHOTOS: dir };
    const tests = join(import.meta.dirname, "../clients/python/tests");
    const { stderr } = await run(installed, ["-B", "-m", "unittest", "discover", "-s", tests], { env, cwd: dir });
    assert.match(
      stderr,
      /Ran \d+ tests[^]*\nOK \(skipped=1\)\n$/,
      "none failed; receipts need what the client does not",
    );
  },
);

test(
  "the Python client verifies receipts where the package for signatures is installed",
  { skip: (python === undefined || !hasCryptography(python)) && "no Python with cryptography: see npm test" },
  async () => {
    const client = join(import.meta.dirname, "../clients/python");
    const env = { PYTHONPATH: join(client, "src") };
    const { stderr } = await run(python ?? "", ["-B", "-m", "unittest", "test_receipt"], {
      env,
      cwd: join(client, "tests"),
    });
    assert.match(stderr, /Ran 2 tests[^]*\nOK\n$/);
  },
);
