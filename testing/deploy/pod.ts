/**
 * Runs a rendered pod without a cluster: the image's folders in a read-only root, volumes as a kubelet creates them, and the pod's user, groups,
 * environment and probes. Differences: the base image's files and the network are this machine's, so the port is a parameter.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Image } from "../../scripts/deploy/run-dockerfile.ts";
import { type Resource, findResource } from "./chart.ts";

const why = () => {
  if (process.getuid?.() !== 0) return "a pod needs root here";
  const tried = spawnSync("unshare", ["--mount", "setpriv", "--no-new-privs", "true"]);
  return tried.status === 0 ? false : "no mount namespace can be made here (unshare, setpriv)";
};
export const noPods = why();

/** Variables for other Services in the namespace: a kubelet adds them to each container unless the pod has `enableServiceLinks: false`. */
const serviceLinks = {
  SELFSAME_POSTGRESQL_SERVICE_HOST: "10.96.0.3",
  SELFSAME_POSTGRESQL_PORT: "tcp://10.96.0.3:5432",
  SELFSAME_POSTGRESQL_PORT_5432_TCP_ADDR: "10.96.0.3",
  SELFSAME_REDIS_MASTER_PORT_6379_TCP: "tcp://10.96.0.4:6379",
};

interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly failureThreshold?: number;
}

export interface Pod {
  readonly url: string;
  /** Waits for the startup probe as a kubelet does. @throws its output, if the pod ended or would be restarted */
  started(): Promise<void>;
  isReady(): Promise<boolean>;
  isLive(): Promise<boolean>;
  /** Sends SIGTERM. @returns the exit code, and the time until the end */
  stop(): Promise<{ readonly code: number | null; readonly seconds: number }>;
  /** The volume of this name, as a folder on the host. */
  volume(name: string): string;
}

interface Placement {
  readonly image: Image;
  readonly resources: readonly Resource[];
  readonly port: number;
  /** IDs that the cluster chooses if the pod names no user: a user in group 0, and the volumes' group (OpenShift). */
  readonly given?: { readonly uid: number; readonly fsGroup: number };
}

export function startPod(t: TestContext, { image, resources, port, given }: Placement): Pod {
  const { spec } = findResource(resources, "Deployment").spec.template;
  const [container] = spec.containers;
  const { runAsUser: uid = given?.uid, runAsGroup: gid = 0, fsGroup = given?.fsGroup } = spec.securityContext;
  const secret = findResource(resources, "Secret").stringData;
  const set = container.env.map(({ name, value }: { name: string; value: string }) => [name, value] as const);
  const env = {
    KUBERNETES_SERVICE_HOST: "10.96.0.1",
    ...(spec.enableServiceLinks === false ? {} : serviceLinks),
    ...image.env,
    ...secret,
    ...(Object.fromEntries(set) as Record<string, string>),
    PORT: String(port),
    PATH: "/opt/node:/usr/local/bin:/usr/bin:/bin",
  };

  const place = mkdtempSync(join(tmpdir(), "selfsame-pod-"));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  chmodSync(place, 0o755);
  makeRoot(join(place, "root"));
  const volumes = (container.volumeMounts as { name: string; mountPath: string }[]).map(({ name, mountPath }) => {
    const { emptyDir } = spec.volumes.find((one: { name: string }) => one.name === name);
    assert.deepEqual(emptyDir, {}, `${name} is of a kind that this test does not know`);
    return `mount --bind ${makeVolume(join(place, name), fsGroup)} .${mountPath}`;
  });
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext;
  assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities], [false, true, { drop: ["ALL"] }]);
  const script = [
    `cd ${place}`,
    "mount --bind root root",
    "cd root",
    ...["usr", "etc"].flatMap((folder) => readOnly(`/${folder}`, folder)),
    ...["app", "models"].flatMap((folder) => readOnly(join(image.folder, folder), folder)),
    ...["dev", "proc"].map((folder) => `mount --rbind /${folder} ${folder}`),
    ...volumes,
    "mount -o remount,bind,ro .",
    `exec /usr/sbin/chroot . setpriv --reuid ${uid} --regid ${gid} --groups ${fsGroup} --no-new-privs --inh-caps=-all --bounding-set=-all env -C /app "$@"`,
  ].join("\n");
  // Each command replaces the previous by `exec`, so that a signal reaches the service.
  const child = spawn("unshare", ["--mount", "sh", "-ec", script, "sh", ...image.command], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, "close") as Promise<[number | null]>;
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });

  const url = `http://127.0.0.1:${port}`;
  const passes = async (name: string) => {
    const { httpGet } = container[name] as Probe;
    return fetch(url + httpGet.path).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const isReady = () => passes("readinessProbe");
  return {
    url,
    isReady,
    isLive: () => passes("livenessProbe"),
    async started() {
      const { periodSeconds, failureThreshold = 3 } = container["startupProbe"] as Probe;
      for (let tries = 0; tries < failureThreshold; tries++) {
        if (await passes("startupProbe")) return;
        const end = await Promise.race([ended, pause(periodSeconds * 1000, undefined)]);
        if (end) assert.fail((await printed).join("\n"));
      }
      child.kill("SIGKILL");
      assert.fail(`it would be restarted: ${(await printed).join("\n")}`);
    },
    async stop() {
      const startedMs = performance.now();
      child.kill("SIGTERM");
      const [code] = await ended;
      return { code, seconds: (performance.now() - startedMs) / 1000 };
    },
    volume: (name) => join(place, name),
  };
}

const readOnly = (from: string, to: string) => [`mount --bind ${from} ${to}`, `mount -o remount,bind,ro ${to}`];

/** Creates mount points, and the image's Node. */
function makeRoot(root: string): void {
  for (const folder of ["usr", "etc", "dev", "proc", "app", "models", "data", "tmp", "opt/node"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${folder}`, join(root, folder));
  copyFileSync(process.execPath, join(root, "opt/node/node"));
}

/** An emptyDir with a kubelet's permissions: writable for all, and new files belong to the pod's group. */
function makeVolume(folder: string, fsGroup: number): string {
  mkdirSync(folder);
  chownSync(folder, 0, fsGroup);
  chmodSync(folder, 0o2777);
  return folder;
}
