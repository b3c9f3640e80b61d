/** A clean Debian booted by systemd-nspawn: its own systemd runs units with all their restrictions. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../../packages/platform/testing/until.ts";
import { bareDebian, enter, type Machine, noDebian, type System } from "./debian-machine.ts";

const bootable: System = {
  name: "bookworm-systemd",
  suite: "bookworm",
  packages: "systemd,systemd-sysv,dbus,caddy,curl,procps",
};
const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** @returns why this machine cannot run one, or false */
export function noSystemd(): string | false {
  const without = noDebian();
  if (without !== false) return without;
  if (runs("systemd-nspawn", "--version")) return false;
  runs("apt-get", "install", "-y", "-qq", "--no-install-recommends", "systemd-container");
  return runs("systemd-nspawn", "--version") ? false : "no systemd-nspawn, and apt-get did not install it";
}

/** Boots with the host's network. Node and npm are installed. */
export async function bootDebian(dir: string, registry: string): Promise<Machine> {
  const root = join(dir, "debian");
  await bareDebian(root, registry, bootable);
  // Caddy would bind the host's ports before anything is configured.
  await rm(join(root, "etc/systemd/system/multi-user.target.wants/caddy.service"));
  // Registers with neither machined nor the host's systemd.
  const options = ["--boot", "--quiet", "--register=no", "--keep-unit", "--directory", root];
  const nspawn = spawn("systemd-nspawn", options, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [nspawn.stdout, nspawn.stderr]) output.on("data", (chunk) => (said += String(chunk)));
  const ended = once(nspawn, "exit");
  const pid = await until<number>(async () => {
    if (nspawn.exitCode !== null) throw new Error(`systemd-nspawn did not start:\n${said}`);
    // nspawn's first child creates the namespaces and ends; the next is its systemd.
    const children = (await readFile(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, "utf8")).trim().split(" ");
    const names = await Promise.all(children.map((child) => readFile(`/proc/${child}/comm`, "utf8").catch(() => "")));
    const at = names.indexOf("systemd\n");
    return at >= 0 && Number(children[at]);
  });
  const run: Machine["run"] = (command) => enter(pid, command);
  // "degraded" if one of Debian's own units cannot run in a container.
  await until(async () => /^(running|degraded)$/m.test((await run("systemctl is-system-running")).output), 120);
  return {
    root,
    run,
    stop: async () => {
      // systemd-nspawn then tells its systemd to power off.
      nspawn.kill("SIGTERM");
      await ended;
    },
  };
}
