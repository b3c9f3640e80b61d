/** A separate Docker daemon for a test. It reaches no image registry, so images start from a minimal Debian. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bareDebian, bareSystem, noDebian } from "./debian-machine.ts";

const run = promisify(execFile);
const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
// Debian's client has BuildKit without a plugin.
const client = runs("/usr/bin/docker", "--version") ? "/usr/bin/docker" : "docker";

/** @returns why this machine cannot run one, or false */
export function noDocker(): string | false {
  const without = noDebian();
  if (without !== false) return without;
  if (runs("dockerd", "--version")) return false;
  runs("apt-get", "install", "-y", "-qq", "--no-install-recommends", "docker.io");
  return runs("dockerd", "--version") ? false : "no dockerd, and apt-get did not install it";
}

export interface Docker {
  /** For programs that call `docker` themselves, such as `docker compose`. */
  readonly env: NodeJS.ProcessEnv;
  readonly docker: (
    args: readonly string[],
    input?: string,
  ) => Promise<{ readonly stdout: string; readonly stderr: string }>;
  stop(): Promise<void>;
}

/** Its containers use the machine's network, or an isolated network of their own: no iptables rules are created. */
export async function startDocker(dir: string): Promise<Docker> {
  const host = `unix://${dir}/docker.sock`;
  const folders = ["--data-root", join(dir, "data"), "--exec-root", join(dir, "exec"), "--pidfile", join(dir, "pid")];
  const command = ["dockerd", "--bridge", "none", "--iptables=false", "--host", host, ...folders];
  // In a separate mount namespace: it leaves mounts behind, which would prevent the folder's removal.
  const daemon = spawn("unshare", ["--mount", ...command], { stdio: ["ignore", "ignore", "pipe"] });
  // Not "close": a process that it started may hold its output open.
  const ended = once(daemon, "exit");
  let said = "";
  for await (const chunk of daemon.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes("API listen on")) break;
  }
  daemon.stderr.resume();
  if (!said.includes("API listen on")) throw new Error(`dockerd did not start:\n${said}`);
  await mkdir(join(dir, "bin"));
  await symlink((await run("which", [client])).stdout.trim(), join(dir, "bin/docker"));
  const PATH = `${join(dir, "bin")}:${process.env["PATH"]}`;
  const settings = { DOCKER_HOST: host, DOCKER_BUILDKIT: "1", DOCKER_CONFIG: join(dir, "config") };
  const env = { ...process.env, ...settings, PATH };
  return {
    env,
    docker: (args, input) => {
      const asked = run(client, args, { env, maxBuffer: 1e8 });
      asked.child.stdin?.end(input);
      return asked;
    },
    stop: async () => {
      daemon.kill("SIGTERM");
      await ended;
      daemon.stderr.destroy();
    },
  };
}

/** Creates the base image of ours. */
export async function importDebian({ docker }: Docker, dir: string, registry: string, name: string): Promise<void> {
  const root = join(dir, "debian");
  await bareDebian(root, registry);
  await run("tar", ["-cf", join(dir, "debian.tar"), "-C", root, "."]);
  await docker(["import", join(dir, "debian.tar"), name]);
  await rm(root, { recursive: true });
  await rm(join(dir, "debian.tar"));
}

/** nginx, PostgreSQL, Redis and Docker Compose from Debian 13; its Compose accepts the same files as Docker's own. */
const servers = {
  name: "trixie-servers",
  suite: "trixie",
  packages: "postgresql-17,redis-server,nginx-light,docker-compose",
};

/** Creates the images that compose.cluster.yaml names, and adds `compose` to the client. */
export async function importServers({ docker, env }: Docker): Promise<void> {
  const system = await bareSystem(servers);
  await docker(["import", system, "debian-servers"]);
  const images = { postgres: "postgres:17", redis: "redis:8", nginx: "nginx:1.28" };
  for (const [target, image] of Object.entries(images)) {
    await docker(["build", "--network", "host", "--target", target, "-t", image, join(import.meta.dirname, "servers")]);
  }
  const plugins = join(env["DOCKER_CONFIG"] ?? "", "cli-plugins");
  await mkdir(plugins, { recursive: true });
  const strip = ["--strip-components", "5", "./usr/libexec/docker/cli-plugins/docker-compose"];
  await run("tar", ["-xf", system, "-C", plugins, ...strip]);
}
