/** A clean Debian in a folder, with separate processes: for tests that install what a machine can have only once. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { printed } from "../fresh-install.ts";

const run = promisify(execFile);
const cache = join(import.meta.dirname, "../../node_modules/.cache");
/** Parameters of debootstrap, and the name of its tar. */
export interface System {
  readonly name: string;
  readonly suite: string;
  readonly packages: string;
}

const bookworm: System = { name: "bookworm", suite: "bookworm", packages: "systemd-standalone-sysusers,caddy,curl" };
const runs = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** @returns why this machine cannot run one, or false */
export function noDebian(): string | false {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "a Debian in a folder takes Linux and root";
  if (!runs("unshare", "--mount", "--pid", "--fork", "true"))
    return "this machine makes no mount and process namespaces";
  if (runs("debootstrap", "--version")) return false;
  runs("apt-get", "update", "-qq");
  runs("apt-get", "install", "-y", "-qq", "--no-install-recommends", "debootstrap");
  return runs("debootstrap", "--version") ? false : "no debootstrap, and apt-get did not install it";
}

export interface Ended {
  readonly code: number;
  /** Its output on stdout and stderr. */
  readonly output: string;
}

export interface Machine {
  /** Its root folder on the host. */
  readonly root: string;
  run(command: string): Promise<Ended>;
  stop(): Promise<void>;
}

/** A folder with a minimal Debian, which is built once, and the Node and npm of these tests. */
export async function bareDebian(root: string, registry: string, system = bookworm): Promise<void> {
  await mkdir(root);
  await run("tar", ["-xf", await bareSystem(system), "-C", root]);
  await mkdir(join(root, "usr/local/lib/node_modules"), { recursive: true });
  await copyFile(process.execPath, join(root, "usr/local/bin/node"));
  const npm = join(await realpath((await run("which", ["npm"])).stdout.trim()), "../..");
  await cp(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  // npm's built-in settings apply to every user.
  await writeFile(join(root, "usr/local/lib/node_modules/npm/npmrc"), `registry=${registry}\n`);
}

/** Starts a machine with Node and npm installed. */
export async function startDebian(dir: string, registry: string): Promise<Machine> {
  const root = join(dir, "debian");
  await bareDebian(root, registry);
  await copyFile(join(import.meta.dirname, "systemctl.sh"), join(root, "usr/local/bin/systemctl"));
  const mounts = `mount -t proc proc ${root}/proc && exec chroot ${root} sh -c 'echo up; while sleep 1; do :; done'`;
  // All its processes end with the first one, a shell, which also reaps ended processes.
  const first = spawn("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", mounts], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await printed(first, /up/);
  // Its process ID differs between host and namespace: on the host it is the only child of unshare.
  const pid = Number(await readFile(`/proc/${first.pid}/task/${first.pid}/children`, "utf8"));
  return {
    root,
    run: (command) => enter(pid, command),
    stop: async () => {
      const ended = once(first, "close");
      first.kill("SIGKILL");
      await ended;
    },
  };
}

/** The path of its tar, which is built once. */
export async function bareSystem({ name, suite, packages }: System): Promise<string> {
  const file = join(cache, `debian-${name}.tar`);
  if (await stat(file).catch(() => undefined)) return file;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, "debian-"));
  try {
    await run("debootstrap", ["--variant=minbase", `--include=${packages}`, suite, join(work, "root")], {
      maxBuffer: 1e8,
    });
    await rm(join(work, "root/var/cache/apt/archives"), { recursive: true });
    await run("tar", ["-cf", join(work, "tar"), "-C", join(work, "root"), "."]);
    await rename(join(work, "tar"), file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return file;
}

export async function enter(pid: number, command: string): Promise<Ended> {
  const args = ["--target", String(pid), "--mount", "--pid", "--root", "--wd", "/bin/sh", "-c", `{ ${command}; } 2>&1`];
  const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" };
  const child = spawn("nsenter", args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  // Not "close": a process that it started may hold its output open.
  const [code] = (await once(child, "exit")) as [number | null];
  return { code: code ?? -1, output };
}
