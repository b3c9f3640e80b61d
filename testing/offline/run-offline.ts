import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * A separate network in which every address routes back to this machine, so that outgoing traffic arrives here and is recorded; and separate folders
 * where programs usually leave files.
 */
const setUp = `set -e
ip link set lo up
ip route add local default dev lo
ip -6 route add local default dev lo 2>/dev/null || true
mount --bind "$OFFLINE_DIR/resolv.conf" /etc/resolv.conf
mount --bind "$OFFLINE_DIR/cache" "$OFFLINE_CACHE"
exec "$@"`;

const unshare = ["--net", "--mount", ...(process.getuid?.() === 0 ? [] : ["--map-root-user", "--user"])];

/** A reason to skip, or false. Containers and systems other than Linux may not allow a separate network. */
export function noOffline(): string | false {
  const tried = spawnSync("unshare", [...unshare, "ip", "link", "set", "lo", "up"]);
  return tried.status === 0 ? false : "no network namespace can be made here (unshare, ip)";
}

/** Runs a TypeScript file in such a network. `TMPDIR`, `HOME` and `OFFLINE_CACHE` (the real `~/.cache`) are empty folders there. */
export async function runOffline(file: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-offline-"));
  const cache = join(userInfo().homedir, ".cache");
  for (const path of [cache, join(dir, "cache"), join(dir, "home"), join(dir, "tmp")]) {
    await mkdir(path, { recursive: true });
  }
  await writeFile(join(dir, "resolv.conf"), "nameserver 127.0.0.1\n");
  const child = spawn("unshare", [...unshare, "sh", "-c", setUp, "sh", process.execPath, file], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      HOME: join(dir, "home"),
      TMPDIR: join(dir, "tmp"),
      OFFLINE_DIR: dir,
      OFFLINE_CACHE: cache,
      ...env,
    },
  });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed = await text(child.stdout);
  const code = await exit;
  await rm(dir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return JSON.parse(printed) as unknown;
}
