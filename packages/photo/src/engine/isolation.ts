import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import type { ModelSet } from "../models/model-set.ts";

/** How to start a worker's process: options of `fork`. */
interface Isolation {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

/** Folders it may read besides the code. */
type ReadableFolders = Pick<ModelSet, "manifestPath" | "modelsDir">;

/** Packages and their dependencies: the repository, or the folder that npm installed both into. */
const [codeDir = ""] = /^.*?[\\/]node_modules(?=[\\/])/.exec(import.meta.dirname) ?? [
  join(import.meta.dirname, "../../../.."),
];

/**
 * Node's permission model: JavaScript may read the code and the models, write only to `writable`, and start nothing. Native addons are exempt, and a
 * hostile photo would break in there: the system has to restrict those, see below.
 */
function permissions({ manifestPath, modelsDir }: ReadableFolders, writable: readonly string[]): string[] {
  const readable = [codeDir, modelsDir, dirname(manifestPath)];
  return [
    "--permission",
    "--allow-addons",
    ...[...readable, ...writable].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
}

/**
 * unshare of util-linux: a network namespace without interfaces, and a process namespace, so that `/proc` shows neither the service's processes nor
 * their environment. A user namespace makes it work without root. Ends with its parent.
 */
const unshare = [
  "unshare",
  "--user",
  "--map-current-user",
  "--net",
  "--ipc",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
];

let unshareWorks: boolean | undefined;

/** Whether workers can run without network and without seeing other processes. Linux may forbid it, and other systems cannot. */
export function canUnshare(): boolean {
  unshareWorks ??=
    process.platform === "linux" && spawnSync("/bin/sh", ["-c", `exec ${unshare.join(" ")} true`]).status === 0;
  return unshareWorks;
}

/**
 * Isolates a worker as far as one machine allows without containers (limits: SECURITY.md): no core files where there is a shell, namespaces where Linux
 * permits them, and Node's permission model everywhere.
 * @param nodeFlags for the worker's Node
 * @param writable a folder it may write to
 * @param processorSeconds of processor time it may use in total, at low priority
 */
export function isolate(
  models: ReadableFolders,
  nodeFlags: readonly string[],
  { writable, processorSeconds }: { readonly writable?: string | undefined; readonly processorSeconds?: number } = {},
): Isolation {
  const flags = [...nodeFlags, ...permissions(models, writable === undefined ? [] : [writable])];
  if (process.platform === "win32") return { execPath: process.execPath, execArgv: flags };
  const short = processorSeconds === undefined ? "" : `ulimit -t ${processorSeconds}; exec nice -n 10 `;
  // A worker's core file would contain a photo.
  const script = `ulimit -c 0; ${short || "exec "}${canUnshare() ? `${unshare.join(" ")} ` : ""}"$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, "sh", process.execPath, ...flags] };
}
