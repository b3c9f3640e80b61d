import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { test } from "node:test";
import { pino } from "pino";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { failureOf, send } from "../../../testing/service/request.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../testing/service/service.ts";

const parts = { engine: scriptedEngine(), comparison: scriptedComparison };

for (const length of ["9007199254740993", "18446744073709551615"]) {
  test(`a Content-Length of ${length} is too large, and no fault of ours`, async (t) => {
    const { port, apiKey } = await startService(t, parts);
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const head = [
      "POST /api/v3/verify HTTP/1.1",
      "Host: localhost",
      "Connection: close",
      `Authorization: Bearer ${apiKey}`,
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${length}`,
    ];
    // The request is not ended: Node rejects an incomplete body with 400, before or after our response depending on the machine's speed.
    socket.write(`${head.join("\r\n")}\r\n\r\n--x--`);
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.match(answer, /"code":"file_too_large"/);
  });
}

test("a photo that claims more pixels than a number can hold has too many", async (t) => {
  const service = await startService(t, parts);
  const png = Buffer.alloc(33);
  png.write("\x89PNG\r\n\x1a\n", 0, "latin1");
  png.writeUInt32BE(13, 8);
  png.write("IHDR", 12, "latin1");
  png.writeUInt32BE(0x7fff_ffff, 16);
  png.writeUInt32BE(0x7fff_ffff, 20);
  const photos = { reference: png, selfie: await portrait("amal") };
  const response = await send(service, { photos });
  assert.deepEqual([response.status, (await failureOf(response)).error.code], [413, "image_too_large"]);
});

test("the log says of each request whose key it was and from where, also where the key was refused", async (t) => {
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const service = await startService(t, { ...parts, log: pino(sink) });
  const { id: key, account_id: account } = await service.store.db
    .selectFrom("api_keys")
    .select(["id", "account_id"])
    .where("kind", "=", "private")
    .executeTakeFirstOrThrow();
  for (const authorization of [`Bearer ${service.apiKey}`, "Bearer nobodys"]) {
    await (await fetch(`${service.url}/api/v3/models`, { headers: { authorization } })).arrayBuffer();
  }
  const entries = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === "answered");
  assert.deepEqual(
    entries.map(({ status, outcome, key, account, address }) => ({ status, outcome, key, account, address })),
    [
      { status: 200, outcome: "listed", key, account, address: "127.0.0.1" },
      { status: 401, outcome: "invalid_api_key", key: undefined, account: undefined, address: "127.0.0.1" },
    ],
  );
  assert.ok(!lines.join("").includes(service.apiKey));
});
