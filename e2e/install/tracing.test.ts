/** The tracing setup of docs/metrics.md in an empty folder: its SDK, its file, its command. It installs packages: `npm run test:install`. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { promisify } from "node:util";
import { emptyHome } from "../../testing/fresh-install.ts";
import { startServer, testKey } from "../../testing/server.ts";

const recipe = await readFile(join(import.meta.dirname, "../../docs/metrics.md"), "utf8");
const [, section = ""] = recipe.split("\n## Traces\n");
const [, packages = ""] = /`npm install ([^`]+)`/.exec(section) ?? [];
const [, script = ""] = /```js\n([^`]+)```/.exec(section) ?? [];

test("the recipe's SDK sends a request's spans to the collector", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-tracing-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  assert.ok(packages.startsWith("@opentelemetry/") && script.includes("NodeSDK"), "the recipe is found");
  await writeFile(join(dir, "tracing.mjs"), script);
  await writeFile(join(dir, "package.json"), "{}");
  const env = await emptyHome(join(dir, "home"));
  await promisify(execFile)("npm", ["install", ...packages.split(" ")], { cwd: dir, env });

  const collector = createServer();
  t.after(() => collector.close());
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const spans = new Promise<string>((resolve) => {
    collector.on("request", async (request, response) => {
      const body = (await buffer(request)).toString("latin1");
      response.end();
      if (request.url === "/v1/traces" && body.includes("/api/v3/models")) resolve(body);
    });
  });
  const { port } = collector.address() as AddressInfo;
  const lines: string[] = [];
  const server = await startServer(
    {
      NODE_OPTIONS: `--import ${join(dir, "tracing.mjs")}`,
      OTEL_SERVICE_NAME: "selfsame",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      SELFSAME_WORKERS: "1",
    },
    (line) => void lines.push(line),
  );
  t.after(() => server.stop());
  const answer = await fetch(`${server.url}/api/v3/models`, { headers: { authorization: `Bearer ${testKey}` } });
  assert.equal(answer.status, 200);
  const { meta } = (await answer.json()) as { readonly meta: { readonly request_id: string } };
  assert.ok((await spans).includes(meta.request_id), "the span has the request's id");
  assert.deepEqual(
    lines.filter((line) => line.includes("no traces are sent")),
    [],
  );
});
