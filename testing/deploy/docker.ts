/** A Docker of a test's own, which reaches no image registry: what it starts from is a bare Debian. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bareDebian, noDebian } from "./debian-machine.ts";

const run = promisify(execFile);
const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
// The distribution's client, which has BuildKit without a plugin.
const client = runs("/usr/bin/docker", "--version") ? "/usr/bin/docker" : "docker";

/** @returns why there can be none here, or false */
export function noDocker(): string | false {
  const without = noDebian();
  if (without !== false) return without;
  if (runs("dockerd", "--version")) return false;
  runs("apt-get", "install", "-y", "-qq", "--no-install-recommends", "docker.io");
  return runs("dockerd", "--version") ? false : "no dockerd, and apt-get did not install it";
}

export interface Docker {
  readonly docker: (
    args: readonly string[],
    input?: string,
  ) => Promise<{ readonly stdout: string; readonly stderr: string }>;
  stop(): Promise<void>;
}

/** Its containers have the machine's network. */
export async function startDocker(dir: string): Promise<Docker> {
  const host = `unix://${dir}/docker.sock`;
  const folders = ["--data-root", join(dir, "data"), "--exec-root", join(dir, "exec"), "--pidfile", join(dir, "pid")];
  const command = ["dockerd", "--bridge", "none", "--iptables=false", "--host", host, ...folders];
  // In mounts of its own: it leaves some behind, which would keep the folder from being removed.
  const daemon = spawn("unshare", ["--mount", ...command], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(daemon, "close");
  let said = "";
  for await (const chunk of daemon.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes("API listen on")) break;
  }
  daemon.stderr.resume();
  if (!said.includes("API listen on")) throw new Error(`dockerd did not start:\n${said}`);
  const env = { ...process.env, DOCKER_HOST: host, DOCKER_BUILDKIT: "1" };
  return {
    docker: (args, input) => {
      const asked = run(client, args, { env, maxBuffer: 1e8 });
      asked.child.stdin?.end(input);
      return asked;
    },
    stop: async () => {
      daemon.kill("SIGTERM");
      await ended;
    },
  };
}

/** Makes the image that ours is built on. */
export async function importDebian({ docker }: Docker, dir: string, registry: string, name: string): Promise<void> {
  const root = join(dir, "debian");
  await bareDebian(root, registry);
  await run("tar", ["-cf", join(dir, "debian.tar"), "-C", root, "."]);
  await docker(["import", join(dir, "debian.tar"), name]);
  await rm(root, { recursive: true });
  await rm(join(dir, "debian.tar"));
}
