import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { storeProblem } from "@selfsame/platform/store/store-problem";
import { listenProblem } from "./listen-problem.ts";

const refused = (code: string) => Object.assign(new Error(`listen ${code}`), { code, syscall: "listen" });

test("an address of another machine is told by its setting, and stays so where the database could be to blame", async () => {
  const server = createServer();
  const failed = new Promise<Error>((resolve) => server.once("error", resolve));
  server.listen(0, "192.0.2.1"); // RFC 5737: no machine has it
  const problem = listenProblem(await failed, { host: "192.0.2.1", port: 3000 });
  assert.match(problem?.message ?? "", /^192\.0\.2\.1 is not an address of this machine\. Set HOST/);
  assert.equal(storeProblem(problem, { dataDir: "/data", databaseUrl: "postgres://db/selfsame" }), problem);
});

test("ports that are taken or for others, and names of nowhere", () => {
  const at = { host: "faces.invalid", port: 80 };
  assert.match(listenProblem(refused("EADDRINUSE"), at)?.message ?? "", /^Port 80 of faces\.invalid is taken/);
  assert.match(
    listenProblem(refused("EACCES"), at)?.message ?? "",
    /^Port 80 of faces\.invalid may not be listened on/,
  );
  assert.match(listenProblem(refused("ENOTFOUND"), at)?.message ?? "", /^faces\.invalid is not an address/);
  assert.equal(listenProblem(refused("EMFILE"), at), undefined);
});
