/** Checks deploy/ as far as possible without a cluster or an image registry. docs/deploy.md lists what remains. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../packages/server/src/config.ts";
import { parseDockerfile } from "../scripts/deploy/parse-dockerfile.ts";
import { type Resource, chart, chartSecrets, findResource } from "../testing/deploy/chart.ts";
import { makeCertificate } from "../testing/nginx.ts";

const run = promisify(execFile);
const deploy = join(import.meta.dirname, "../deploy");
const read = (path: string): string => readFileSync(join(deploy, path), "utf8");
const without = (program: string, ...args: string[]): string | false =>
  spawnSync(program, args).error === undefined ? false : `no ${program} here`;

async function tempDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-deploy-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Every Selfsame setting in a file is one that the service accepts. */
function assertSettings(env: Readonly<Record<string, string>>): void {
  const result = readConfig(env, "linux", "/home/u");
  assert.deepEqual(result.outcome === "invalid" ? result.problems : [], []);
}

interface Compose {
  readonly services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string | null>;
      volumes?: string[];
      read_only?: boolean;
      networks?: Record<string, { ipv4_address?: string }>;
    }
  >;
  readonly volumes: Record<string, unknown>;
}

/** Fills in variables as Compose does, including required ones. */
const filled = (text: string) =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_all, name: string, other: string | undefined) =>
      other ?? (name === "SELFSAME_PUBLIC_URL" ? "https://faces.example.com" : "x".repeat(40)),
  );

test("as root, install.sh changes nothing below the folder that is the service's", () => {
  // `rm -rf` of the whole folder is allowed: it follows no links.
  const safe = /^(as_service|run "\$wrapper"|run rm -rf "\$state" )/;
  const lines = read("install.sh")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\$(state|{state})|\/var\/lib\/selfsame/.test(line));
  const reading = /^(state=|say |for file in "\$state|\[ -e "\$copy" \] \|\| die |if \[ -e [^;]*; then say )/;
  assert.deepEqual(
    lines.filter((line) => !safe.test(line) && !reading.test(line)),
    [],
  );
});

test("the compose files parse, mount volumes that they have, and give settings that there are", () => {
  for (const file of ["compose.yaml", "compose.cluster.yaml"]) {
    const compose = parse(filled(read(file)), { merge: true }) as Compose;
    for (const [name, { environment = {}, volumes = [], ...service }] of Object.entries(compose.services)) {
      for (const volume of volumes) {
        const [source = ""] = volume.split(":");
        if (!source.startsWith(".")) assert.ok(source in compose.volumes, `${file}: ${name} mounts ${source}`);
      }
      if (service.image !== "selfsame") continue;
      assert.equal(service.read_only, true);
      const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? ""]));
      assertSettings(env);
      assertMetricsApart({ ...imageEnv(), ...env });
    }
  }
});

test("every node that nginx names keeps its address when it is made anew", () => {
  const compose = parse(filled(read("compose.cluster.yaml")), { merge: true }) as Compose & {
    readonly networks: { readonly default: { readonly ipam: { readonly config: readonly Record<string, string>[] } } };
  };
  const nodes = [...read("nginx/selfsame.conf").matchAll(/^\s*server ([\w-]+):\d+/gm)].map(([, name = ""]) => name);
  assert.ok(nodes.length > 1);
  const addresses = nodes.map((name) => compose.services[name]?.networks?.default?.ipv4_address ?? assert.fail(name));
  assert.equal(new Set(addresses).size, nodes.length);
  const [{ subnet = "", ip_range: given = "" } = {}] = compose.networks.default.ipam.config;
  const within = (address: string, range: string) => {
    const [start = "", bits] = range.split("/");
    const list = new BlockList();
    list.addSubnet(start, Number(bits));
    return list.check(address);
  };
  for (const address of addresses) assert.deepEqual([within(address, subnet), within(address, given)], [true, false]);
});

/** Environment of the image's last stage. */
const imageEnv = () => {
  const last = parseDockerfile(read("Dockerfile")).at(-1)?.instructions ?? [];
  const pairs = last.filter(({ word }) => word === "ENV").flatMap(({ rest }) => rest.split(" "));
  return Object.fromEntries(pairs.map((pair) => pair.split("=", 2) as [string, string]));
};

/** Metrics have their own port: on the public port every caller could read them. */
function assertMetricsApart(env: Readonly<Record<string, string>>): void {
  const result = readConfig(env, "linux", "/home/u");
  assert.ok(result.outcome === "valid");
  const { metrics, port } = result.config;
  assert.notEqual(metrics.at, "port");
  if (metrics.at === "address") assert.notEqual(metrics.port, port);
}

test("metrics are on no port that callers come to: the image, the unit", () => {
  assert.equal(imageEnv()["HOST"], "0.0.0.0");
  assertMetricsApart(imageEnv());
  const unit = read("systemd/selfsame.service").matchAll(/^Environment=(.*)$/gm);
  const pairs = [...unit].flatMap(([, text = ""]) => text.split(" ")).map((pair) => pair.split("=", 2));
  const env = Object.fromEntries(pairs) as Record<string, string>;
  assertMetricsApart(env);
  assertSettings(env);
});

test("the Dockerfile parses; it ends as a user without rights, with a health check, and stops by SIGTERM", () => {
  const stages = parseDockerfile(read("Dockerfile"));
  const last = new Map(stages.at(-1)?.instructions.map(({ word, rest }) => [word, rest]));
  assert.equal(last.get("USER"), "10001:10001");
  assert.equal(last.get("STOPSIGNAL"), "SIGTERM");
  assert.match(last.get("HEALTHCHECK") ?? "", /health\/ready/);
  assert.throws(() => parseDockerfile("FROM a AS b\nADD x y"), /ADD x y/);
  assert.deepEqual(validate(read("Dockerfile")), [], "dockerfile-utils, which knows every instruction and its flags");
});

test("MODELS=outside leaves the models out of the image", async (t) => {
  const models = parseDockerfile(read("Dockerfile")).find(({ name }) => name === "models");
  const command = models?.instructions.find(({ word }) => word === "RUN")?.rest ?? assert.fail();
  const dir = await tempDir(t);
  await run("/bin/sh", ["-c", command], { cwd: dir, env: { MODELS: "outside", PATH: process.env["PATH"] } });
  assert.deepEqual(await readdir(join(dir, "files")), []);
  // There is no build stage here, so MODELS=inside fails when the command reads its files.
  const inside = run("/bin/sh", ["-c", `rm -r files; ${command}`], {
    cwd: dir,
    env: { ...process.env, MODELS: "inside" },
  });
  await assert.rejects(inside, /staged/);
});

test("the image's dependencies are those of every workspace that the lock file has", () => {
  const { workspaces } = JSON.parse(read("../package.json")) as { workspaces: string[] };
  const install = parseDockerfile(read("Dockerfile")).find(({ name }) => name === "install");
  const copied = new Set(install?.instructions.map(({ rest }) => rest));
  for (const folder of workspaces) assert.ok(copied.has(`${folder}/package.json ${folder}/`), folder);
});

test("the image has what npm puts beside a workspace of the program, and not beside the others", () => {
  const { packages } = JSON.parse(read("../package-lock.json")) as {
    packages: Record<string, { dev?: boolean; dependencies?: Record<string, string> }>;
  };
  const inside = new Set<string>();
  const add = (name: string): void => {
    if (inside.has(name)) return;
    inside.add(name);
    const needed = Object.keys(packages[`packages/${name}`]?.dependencies ?? {});
    for (const one of needed) if (one.startsWith("@selfsame/")) add(one.replace("@selfsame/", ""));
  };
  add("cli");
  assert.ok(inside.has("server"));
  const apart = [...inside].filter((name) =>
    Object.entries(packages).some(([path, { dev }]) => path.startsWith(`packages/${name}/node_modules/`) && !dev),
  );
  const service = parseDockerfile(read("Dockerfile")).find(({ name }) => name === "service");
  const copied = new Set(service?.instructions.map(({ rest }) => rest));
  for (const name of apart)
    assert.ok(copied.has(`--from=install /app/packages/${name}/ /app/packages/${name}/`), `packages/${name}`);
});

type Models = Readonly<Record<string, new (resource: object) => { validate(): void }>>;
const typescript = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");

const kinds = (resources: readonly Resource[]) => resources.map(({ kind }) => kind).toSorted();
test("the chart renders; its parts fit each other and its settings exist", () => {
  const resources = chart();
  assert.deepEqual(
    kinds(resources),
    "Deployment HorizontalPodAutoscaler NetworkPolicy PodDisruptionBudget Secret Service".split(" "),
  );
  const { spec } = findResource(resources, "Deployment");
  const { labels } = spec.template.metadata;
  const [container] = spec.template.spec.containers;
  for (const selector of [
    spec.selector.matchLabels,
    findResource(resources, "Service").spec.selector,
    findResource(resources, "PodDisruptionBudget").spec.selector.matchLabels,
    findResource(resources, "NetworkPolicy").spec.podSelector.matchLabels,
  ]) {
    assert.deepEqual(selector, labels);
  }
  const ports = new Set(container.ports.map(({ name }: { name: string }) => name));
  for (const probe of ["livenessProbe", "readinessProbe", "startupProbe"]) {
    assert.ok(ports.has(container[probe].httpGet.port));
  }
  assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  assert.equal(spec.template.spec.enableServiceLinks, false);
  const secret = findResource(resources, "Secret");
  assert.equal(container.envFrom[0].secretRef.name, secret.metadata.name);
  const pairs = container.env.map(({ name, value }: { name: string; value: string }) => [name, value] as const);
  const env = { ...secret.stringData, ...Object.fromEntries(pairs) } as Record<string, string>;
  assertSettings(env);
  assertMetricsApart({ ...imageEnv(), ...env });
  const portOf = (name: string) =>
    container.ports.find((one: { name: string }) => one.name === name).containerPort as number;
  assert.equal(env["SELFSAME_METRICS_ADDRESS"], `0.0.0.0:${portOf("metrics")}`);
  assert.equal(spec.template.metadata.annotations["prometheus.io/port"], String(portOf("metrics")));
  assert.ok(
    findResource(resources, "Service").spec.ports.every(
      ({ targetPort }: { targetPort: string }) => targetPort === "http",
    ),
  );
  const opened = findResource(resources, "NetworkPolicy").spec.ingress.map(
    ({ from, ports }: { from: { namespaceSelector: { matchLabels: object } }[]; ports: { port: number }[] }) =>
      from.flatMap(({ namespaceSelector }) => Object.values(namespaceSelector.matchLabels)).concat(ports[0]?.port),
  );
  assert.deepEqual(opened, [
    ["ingress-nginx", portOf("http")],
    ["monitoring", portOf("metrics")],
  ]);
  const metric = findResource(resources, "HorizontalPodAutoscaler").spec.metrics[0].pods.metric.name;
  assert.ok(readFileSync(join(deploy, "../packages/platform/src/ops/metrics.ts"), "utf8").includes(`"${metric}"`));
});

test("each shipped proxy keeps idle connections for less time than a node does", () => {
  const result = readConfig({}, "linux", "/home/u");
  assert.ok(result.outcome === "valid");
  for (const [file, pattern] of [
    ["nginx/selfsame.conf", /^\s*keepalive_timeout (\d+)s;/m],
    ["nginx/selfsame-single.conf", /^\s*keepalive_timeout (\d+)s;/m],
    ["caddy/selfsame.caddy", /^\s*keepalive (\d+)s$/m],
  ] as const) {
    const [, seconds] = pattern.exec(read(file)) ?? [];
    // Ten seconds more for a slow connection and a busy node.
    assert.ok(Number(seconds) + 10 <= result.config.keepAliveSeconds, file);
  }
});

test("a node that is told to stop is given the time that its requests need after the proxies know", () => {
  const { spec } = findResource(chart(), "Deployment").spec.template;
  const [{ env, readinessProbe }] = spec.containers;
  const drain = Number(env.find(({ name }: { name: string }) => name === "SELFSAME_DRAIN_SECONDS").value);
  assert.ok(drain > 2 * readinessProbe.periodSeconds);
  // main.ts exits at the latest thirty seconds after it closed the port.
  assert.ok(spec.terminationGracePeriodSeconds > drain + 30);
});

/** The chart with every option enabled. */
const wholeChart = () => chart((values) => ((values["ingress"] ?? {})["enabled"] = true));

test("Kubernetes' own schemas take each resource, and know every name in it", async (t) => {
  const resources = wholeChart();
  for (const resource of resources) {
    const models = (await import(`kubernetes-models/${resource.apiVersion}`)) as Models;
    const Model = models[resource.kind] ?? assert.fail(`${resource.apiVersion} has no ${resource.kind}`);
    new Model(resource).validate();
    assert.throws(() => new Model({ ...resource, metadata: [] }).validate(), resource.kind);
  }
  // Those schemas allow unknown names; the package's types do not.
  const dir = await mkdtemp(join(deploy, "../node_modules/.cache/chart-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const typed = ({ apiVersion, kind }: Resource) => `import("kubernetes-models/${apiVersion}").I${kind}`;
  const lines = resources.map((one, at) => `export const r${at}: ${typed(one)} = ${JSON.stringify(one)};`);
  await writeFile(join(dir, "chart.ts"), lines.join("\n"));
  await writeFile(join(dir, "misspelt.ts"), (lines[0] ?? "").replace(`"metadata":{`, `"metadata":{"lables":{},`));
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  const tsc = (file: string) => run(process.execPath, [typescript, ...options, join(dir, file)]);
  await tsc("chart.ts");
  await assert.rejects(tsc("misspelt.ts"), ({ stdout }: { stdout: string }) => stdout.includes("lables"));
});

test("the chart's switches: without autoscaling it has replicas, with a Secret of yours it makes none, with an ingress it has one", () => {
  const resources = chart((values) => {
    (values["autoscaling"] ?? {})["enabled"] = false;
    (values["networkPolicy"] ?? {})["enabled"] = false;
    Object.assign(values["ingress"] ?? {}, { enabled: true, path: "/faces" });
    values["existingSecret"] = "mine" as never;
    values["settings"] = { SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true" };
  });
  assert.deepEqual(kinds(resources), ["Deployment", "Ingress", "PodDisruptionBudget", "Service"]);
  assert.equal(findResource(resources, "Ingress").spec.rules[0].http.paths[0].path, "/faces");
  const { spec } = findResource(resources, "Deployment");
  assert.equal(spec.replicas, 2);
  assert.equal(spec.template.spec.containers[0].envFrom[0].secretRef.name, "mine");
  assert.ok(spec.template.spec.containers[0].env.some(({ value }: { value: string }) => value === "true"));
});

const withSecrets = (secrets: object) => () => chart((values) => Object.assign(values["secrets"] ?? {}, secrets));

test("the chart fails without secrets of one's own, and says what to do", () => {
  const shipped = (parse(read("helm/selfsame/values.yaml")) as { secrets: Record<string, string> }).secrets;
  assert.throws(withSecrets(shipped), /secrets\.databaseUrl is empty: set it .*existingSecret/);
  assert.throws(withSecrets({ secretKey: "" }), /secrets\.secretKey is empty: set it .*openssl rand/);
  // A former default of the chart, which copies of it still contain.
  const once = "change-me-change-me-change-me-change-me";
  assert.throws(withSecrets({ secretKey: once }), /secrets\.secretKey is an example/);
  assert.throws(
    withSecrets({ databaseUrl: `postgres://selfsame:${once}@db/x` }),
    /secrets\.databaseUrl has an example/,
  );
});

test("Helm itself renders what our renderer does", { skip: without("helm", "version") }, async (t) => {
  const folder = join(deploy, "helm/selfsame");
  const own = Object.entries(chartSecrets).flatMap(([name, value]) => ["--set", `secrets.${name}=${value}`]);
  const { stdout } = await run("helm", ["template", "faces", folder, ...own]);
  const rendered = parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
  const byKind = (resources: readonly Resource[]) => Object.fromEntries(resources.map((one) => [one.kind, one]));
  assert.deepEqual(byKind(rendered), byKind(chart()));
  await assert.rejects(run("helm", ["template", "faces", folder]), /secrets\.databaseUrl is empty/);
  t.diagnostic((await run("helm", ["version", "--short"])).stdout.trim());
});

/** No secret with a known value: each comes from a variable without a default. */
test("no deploy file has a password or key in it", () => {
  for (const file of globSync("**/*.{yaml,service,conf}", { cwd: deploy })) {
    const values = read(file).matchAll(/^\s*-?\s*\w*(?:password|secret_?key|api_?key|token)\w*\s*[:=]\s*(.+)$/gim);
    for (const [line, value = ""] of values) {
      assert.match(value, /^(\$\{\w+:\?.+\}|\$\{\w+:-\}|\{\{.*\}\}|""|false)$/, `${file}: ${line.trim()}`);
    }
    assert.doesNotMatch(read(file).replaceAll(/\{\{.*\}\}/g, ""), /change-?me|:\/\/\w+:[^$@/\s{]+@(?!host)/i, file);
  }
});

for (const file of ["selfsame.conf", "selfsame-single.conf"]) {
  test(`nginx takes ${file}`, { skip: without("nginx", "-v") || without("openssl", "version") }, async (t) => {
    const dir = await tempDir(t);
    makeCertificate(dir);
    const site = read(`nginx/${file}`)
      .replaceAll("/etc/nginx/tls", dir)
      .replaceAll(/\/etc\/letsencrypt\/\S+\/(fullchain|privkey)\.pem/g, (_all, what) =>
        join(dir, what === "privkey" ? "key.pem" : "cert.pem"),
      )
      .replaceAll(/node-[12]:/g, "127.0.0.1:");
    await writeFile(join(dir, "site.conf"), site);
    await writeFile(
      join(dir, "nginx.conf"),
      `pid ${dir}/pid; events {} http { access_log off; include ${dir}/site.conf; }`,
    );
    await run("nginx", ["-t", "-c", join(dir, "nginx.conf"), "-e", join(dir, "error.log")]);
  });
}

test("the alerts fire when they should", { skip: without("promtool", "--version") }, async () => {
  // This also checks the rules that the file names.
  await run("promtool", ["check", "config", join(deploy, "prometheus/prometheus.yaml")]);
  await run("promtool", ["test", "rules", "selfsame.rules.test.yaml"], { cwd: join(deploy, "prometheus") });
});

interface Rules {
  readonly groups: { readonly rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
}

test("no alert and no panel needs a certain name of the job", () => {
  for (const file of ["prometheus/selfsame.rules.yaml", "grafana/selfsame.json"])
    assert.doesNotMatch(read(file), /job=/, file);
});

test("every alert has a runbook, and alerts and board ask for metrics that there are", () => {
  const runbook = read("../docs/runbook.md");
  const headings = new Set(
    [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-")),
  );
  const rules = (parse(read("prometheus/selfsame.rules.yaml")) as Rules).groups.flatMap(({ rules }) => rules);
  for (const { alert, annotations } of rules) assert.ok(headings.has(annotations.runbook.split("#")[1] ?? ""), alert);
  const board = JSON.parse(read("grafana/selfsame.json")) as { panels: { targets: { expr: string }[] }[] };
  const asked = [...rules, ...board.panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) => expr.match(/selfsame_\w+/g) ?? [],
  );
  const metrics = read("../docs/metrics.md");
  for (const name of new Set(asked))
    assert.ok(metrics.includes(`\`${name.replace(/_(bucket|sum|count)$/, "")}\``), name);
});

const systemd = without("systemd-analyze", "--version");
test("the unit is well formed and exposes little", { skip: systemd }, async (t) => {
  const { stdout } = await run("systemd-analyze", [
    "security",
    "--offline=true",
    join(deploy, "systemd/selfsame.service"),
  ]);
  const [, exposure = ""] = /exposure level for selfsame.service: (\d+\.\d)/.exec(stdout) ?? [];
  t.diagnostic(`exposure level: ${exposure}`);
  assert.ok(Number(exposure) <= 2.5, exposure);
});

test("shellcheck finds nothing in the scripts", { skip: without("shellcheck", "--version") }, async () => {
  const scripts = globSync("{.,systemd,../testing/deploy}/*.sh", { cwd: deploy });
  assert.ok(scripts.length >= 4);
  await run("shellcheck", scripts, { cwd: deploy });
});

test("the command of the systemd recipe gives each command the service's settings, and nothing of root's", async (t) => {
  const dir = await tempDir(t);
  const settings = join(dir, "selfsame.env");
  await writeFile(settings, "LOG_LEVEL=warn\n");
  // This script replaces runuser, which requires root; everything else is the file as installed.
  await writeFile(join(dir, "runuser"), '#!/bin/sh\necho "user $2"; shift 3; exec "$@"\n', { mode: 0o755 });
  await writeFile(join(dir, "id"), "#!/bin/sh\necho ${FAKE_UID}\n", { mode: 0o755 });
  await writeFile(join(dir, "selfsame"), '#!/bin/sh\necho "$@"; env | sort\n', { mode: 0o755 });
  const script = read("systemd/selfsame.sh")
    .replace("settings=/etc/selfsame.env", `settings=${settings}`)
    .replace("path=/usr/local/bin:", `path=${dir}:/usr/local/bin:`);
  await writeFile(join(dir, "wrapper.sh"), script);
  const env = { PATH: `${dir}:${process.env["PATH"]}`, DATABASE_URL: "postgres://root@elsewhere/db" };
  const asRoot = await run("/bin/sh", [join(dir, "wrapper.sh"), "keys", "create", "My shop"], {
    env: { ...env, FAKE_UID: "0" },
  });
  const [user, args, ...rest] = asRoot.stdout.trimEnd().split("\n");
  assert.deepEqual([user, args], ["user selfsame", `--env-file ${settings} keys create My shop`]);
  const given = Object.fromEntries(rest.map((line) => line.split("=", 2) as [string, string]));
  const unit = [...read("systemd/selfsame.service").matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = ""]) =>
    text.split(" "),
  );
  const ofUnit = Object.fromEntries(
    unit.map((pair) => pair.replaceAll("%S", "/var/lib").split("=", 2) as [string, string]),
  );
  for (const name of ["SELFSAME_DATA_DIR", "SELFSAME_MODELS_DIR", "HOME"])
    assert.equal(given[name], ofUnit[name], name);
  assert.ok(!ofUnit["PATH"]?.includes("sbin"), "or the unit would start the wrapper");
  assert.equal(given["DATABASE_URL"], undefined);
  const asAnybody = run("/bin/sh", [join(dir, "wrapper.sh"), "keys"], { env: { ...env, FAKE_UID: "1000" } });
  await assert.rejects(asAnybody, /sudo selfsame keys/);
});
