/** Caddy for the tests of its configuration in docs/deploy.md. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../packages/platform/testing/until.ts";
import { answers, type PlainProxy } from "./nginx.ts";

export const noCaddy = (): string | false => (spawnSync("caddy", ["version"]).status === 0 ? false : "no caddy");

/** Caddy with directives for one site; other paths are not found. */
export async function startPlainCaddy(directives: string, port: number): Promise<PlainProxy> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-caddy-plain-"));
  const file = join(dir, "Caddyfile");
  const global = "{\n\tadmin off\n\tauto_https off\n}";
  await writeFile(file, `${global}\nhttp://127.0.0.1:${port} {\n${directives}\nrespond 404\n}\n`);
  const env = { ...process.env, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore", env });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  await until(() => answers(port));
  return { url: `http://127.0.0.1:${port}`, stop };
}
