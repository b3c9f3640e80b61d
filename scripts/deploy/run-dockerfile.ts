/**
 * Runs the steps of deploy/Dockerfile without Docker: each stage is a folder, COPY copies, and RUN runs in the folder of WORKDIR. The base image is
 * missing: commands use this machine's Node and npm. So it shows whether the steps work, what they create and its size, but not what the base image
 * adds.
 *
 *   node scripts/deploy/run-dockerfile.ts FOLDER [ARG=VALUE...]
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type Instruction, type Stage, parseDockerfile } from "./parse-dockerfile.ts";

const root = join(import.meta.dirname, "../..");

export interface Image {
  /** The last stage's files, without its base image. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command of ENTRYPOINT and CMD. */
  readonly command: readonly string[];
}

interface Build {
  readonly folder: string;
  readonly args: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

interface State {
  readonly dir: string;
  workDir: string;
  env: Record<string, string>;
  entrypoint: string[];
  cmd: string[];
}

/** @throws if a step fails */
export function runDockerfile(build: Build): Image {
  const stages = parseDockerfile(readFileSync(join(root, "deploy/Dockerfile"), "utf8"));
  let last: State | undefined;
  for (const stage of stages) last = runStage(stage, stages, build);
  if (last === undefined) throw new Error("no stage");
  return { folder: last.dir, env: last.env, command: [...last.entrypoint, ...last.cmd] };
}

function runStage(stage: Stage, stages: readonly Stage[], build: Build): State {
  const dir = join(build.folder, stage.name);
  mkdirSync(dir, { recursive: true });
  const base = stages.find(({ name }) => name === stage.from);
  if (base) cpSync(join(build.folder, base.name), dir, { recursive: true, verbatimSymlinks: true });
  const state: State = { dir, workDir: "/", env: {}, entrypoint: [], cmd: [] };
  for (const instruction of stage.instructions) step(instruction, state, build);
  return state;
}

function step({ word, rest }: Instruction, state: State, build: Build): void {
  if (word === "ARG") {
    const [name = "", value = ""] = rest.split("=");
    state.env[name] = build.args[name] ?? value;
  } else if (word === "ENV") {
    for (const [, name = "", value = ""] of rest.matchAll(/(\w+)=(\S+)/g)) state.env[name] = value;
  } else if (word === "WORKDIR") {
    state.workDir = rest;
    mkdirSync(join(state.dir, rest), { recursive: true });
  } else if (word === "COPY") copy(rest, state, build);
  else if (word === "RUN") run(rest, state, build);
  else if (word === "ENTRYPOINT") state.entrypoint = JSON.parse(rest) as string[];
  else if (word === "CMD") state.cmd = JSON.parse(rest) as string[];
}

function copy(rest: string, state: State, build: Build): void {
  const [, stage, paths = ""] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest) ?? [];
  const sources = paths.split(/\s+/);
  const to = sources.pop() ?? "";
  const target = join(state.dir, to.startsWith("/") ? "" : state.workDir, to);
  for (const source of sources) {
    if (stage !== undefined)
      cpSync(join(build.folder, stage, source), target, { recursive: true, verbatimSymlinks: true });
    else if (source === ".") copyContext(target);
    else cpSync(join(root, source), to.endsWith("/") ? join(target, source.split("/").at(-1) ?? "") : target);
  }
}

/** Copies Docker's build context: files that Git tracks or would add, without those that .dockerignore lists. */
function copyContext(target: string): void {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  for (const path of spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.split("\0")) {
    if (path === "" || !existsSync(join(root, path))) continue;
    mkdirSync(join(target, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(target, path));
  }
}

function run(command: string, state: State, { say }: Build): void {
  const startedMs = performance.now();
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  const cwd = join(state.dir, state.workDir);
  const { status, stderr, stdout } = spawnSync("/bin/sh", ["-c", command], {
    cwd,
    env: { ...process.env, ...state.env, PATH, NODE_TEST_CONTEXT: undefined },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}${stderr}`);
  say(`${((performance.now() - startedMs) / 1000).toFixed(0)} s: RUN ${command}`);
}

/** Size of all files in a folder, bytes. */
export function sizeBytes(folder: string): number {
  const entries = globSync("**/*", { cwd: folder, withFileTypes: true });
  return entries.reduce((sum, at) => sum + (at.isFile() ? statSync(join(at.parentPath, at.name)).size : 0), 0);
}

if (import.meta.main) {
  const [folder = "", ...args] = process.argv.slice(2);
  if (folder === "") throw new Error("Usage: node scripts/deploy/run-dockerfile.ts FOLDER [ARG=VALUE...]");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const given = Object.fromEntries(args.map((arg) => arg.split("=", 2) as [string, string]));
  const image = runDockerfile({ folder, args: given, say: (line) => console.log(line) });
  for (const part of ["app/node_modules", "app", "models"]) {
    console.log(`${part}: ${(sizeBytes(join(image.folder, part)) / 2 ** 20).toFixed(0)} MB`);
  }
  console.log(`In all: ${(sizeBytes(image.folder) / 2 ** 20).toFixed(0)} MB beside the base image`);
}
