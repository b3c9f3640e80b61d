import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import type { ModelSet } from "../models/model-set.ts";

/** How a worker's process is begun: `fork` takes these. */
interface Isolation {
  readonly execPath: string;
  readonly execArgv: readonly string[];
}

/** What it may read beside the code. */
type ReadableFolders = Pick<ModelSet, "manifestPath" | "modelsDir">;

/** Packages and their dependencies: the repository, or the folder that npm put both into. */
const [codeDir = ""] = /^.*?[\\/]node_modules(?=[\\/])/.exec(import.meta.dirname) ?? [
  join(import.meta.dirname, "../../../../.."),
];

/**
 * JavaScript may read the code and the models, and no more: write nothing but to `writable`, start nothing, look at nothing (Node's permission model).
 * Addons are allowed, and they are where a hostile photo would break in: what those may do is for the system to say, below.
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
 * Of util-linux: a network without an interface that is up, and processes of its own, so that `/proc` shows neither the service's nor its
 * environment. A user namespace, so that it works without root. Dies with the process that started it.
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

/** Whether workers have no network and see no other process here: Linux may not allow it, and other systems cannot. */
export function canUnshare(): boolean {
  unshareWorks ??=
    process.platform === "linux" && spawnSync("/bin/sh", ["-c", `exec ${unshare.join(" ")} true`]).status === 0;
  return unshareWorks;
}

/**
 * As far apart from the service as one machine allows without containers (SECURITY.md says what is and is not): no core files where there
 * is a shell, namespaces where Linux lets us make them, and Node's permission model everywhere.
 *
 * @param nodeFlags for the worker's Node
 * @param writable a folder that it may write to
 * @param processorSeconds what it may use of a processor altogether, and that only where nobody else wants it
 */
export function isolate(
  models: ReadableFolders,
  nodeFlags: readonly string[],
  { writable, processorSeconds }: { readonly writable?: string | undefined; readonly processorSeconds?: number } = {},
): Isolation {
  const flags = [...nodeFlags, ...permissions(models, writable === undefined ? [] : [writable])];
  if (process.platform === "win32") return { execPath: process.execPath, execArgv: flags };
  const short = processorSeconds === undefined ? "" : `ulimit -t ${processorSeconds}; exec nice -n 10 `;
  // A core file of a worker would hold a photo.
  const script = `ulimit -c 0; ${short || "exec "}${canUnshare() ? `${unshare.join(" ")} ` : ""}"$@"`;
  return { execPath: "/bin/sh", execArgv: ["-c", script, "sh", process.execPath, ...flags] };
}
