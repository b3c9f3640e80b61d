/** The package on a machine that can reach only npm's registry, with npm's defaults: `npm run test:install`. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { packAll } from "../../scripts/release/release.ts";
import { npmConfig } from "../../testing/fresh-install.ts";
import { noOffline, runOffline } from "../../testing/offline/run-offline.ts";
import { createRegistry } from "../../testing/registry.ts";

let dir: string;
let registry: ReturnType<typeof createRegistry>;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "selfsame-registry-"));
  // The camera is packed with the others, and contains models.
  await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "../../packages/cli/src/selfsame.js"),
    "models",
  ]);
  const systems = [`${process.platform}-${process.arch}`];
  const tarballs = await packAll({ outDir: join(dir, "packed"), systems, say: () => {} });
  registry = createRegistry(Object.values(tarballs), await npmConfig("registry")).listen(join(dir, "registry"));
  await once(registry, "listening");
});
after(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(dir, { recursive: true, force: true });
});

interface Used {
  readonly scripts: readonly string[];
  readonly match: boolean;
  readonly code: number | null;
  readonly called: { readonly lookups: readonly string[]; readonly connections: readonly string[] };
  readonly seen: boolean;
  readonly installS: number;
  readonly installedMb: number;
  readonly homeMb: number;
  readonly startS: number;
}

const installers = ["npm install", "npx --yes npm@10 install"];
for (const installer of installers) {
  test(`${installer}: it installs, starts and verifies with the registry alone`, { skip: noOffline() }, async (t) => {
    const used = (await runOffline(join(import.meta.dirname, "../../testing/offline/install-selfsame.ts"), {
      INSTALL: installer,
      REGISTRY_SOCKET: join(dir, "registry"),
      npm_config_cache: await npmConfig("cache"),
    })) as Used;
    t.diagnostic(`installed: ${used.installedMb} MB in ${used.installS} s; started in ${used.startS} s`);
    t.diagnostic(`beside it, models and, where the system's is old, Node: ${used.homeMb} MB`);
    assert.deepEqual(used.scripts, []);
    assert.deepEqual(used.called, { lookups: [], connections: [] });
    assert.ok(used.seen, "a look-up is seen");
    assert.deepEqual([used.match, used.code], [true, 0]);
    assert.ok(used.installedMb <= 250, `${used.installedMb} MB`);
  });
}
