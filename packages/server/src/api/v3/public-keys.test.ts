/** What anyone can do with a public key copied from a page. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test, type TestContext } from "node:test";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send, type Service } from "../../../testing/service/request.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { pageOrigin, startService } from "../../../testing/service/service.ts";

const path = "/api/v3/challenges";

const startFrom = (service: Service, origin: string): Promise<Response> =>
  send(service, { path, init: { method: "POST", headers: { authorization: `Bearer ${service.publicKey}`, origin } } });

test("calls from pages of strangers are not counted: the owner's plan is untouched, and so is its usage", async (t) => {
  const plan = { requestsPerMinute: 2, requestsPerMonth: 2, concurrentRequests: 2 };
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison, plan });
  for (let call = 0; call < 20; call++) {
    const response = await startFrom(service, "https://evil.example");
    assert.equal((await failureOf(response)).error.code, "origin_not_allowed");
    assert.equal(response.headers.get("ratelimit"), null);
  }
  assert.deepEqual(await service.store.db.selectFrom("usage").selectAll().execute(), []);
  assert.equal((await bodyOf(await send(service, { path: "/api/v3/models" }))).success, true);
  assert.equal((await bodyOf(await startFrom(service, pageOrigin))).success, true);
});

test("what strangers do with a public key does not count against its account, and is limited by itself", async (t) => {
  const plan = { requestsPerMinute: 2, requestsPerMonth: 2, concurrentRequests: 2 };
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison, plan });
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) statuses.push((await startFrom(service, pageOrigin)).status);
  assert.deepEqual(statuses, [200, 200, 429, 429, 429]);
  const models = () => send(service, { path: "/api/v3/models" });
  assert.deepEqual([(await models()).status, (await models()).status, (await models()).status], [200, 200, 429]);
});

test("one network gets so many requests a minute, whatever the plan", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const code = async () => {
    const response = await startFrom(service, pageOrigin);
    return response.ok ? "started" : (await failureOf(response)).error.code;
  };
  const codes: string[] = [];
  for (let call = 0; call < 301; call++) codes.push(await code());
  const hour = Array.from({ length: 200 }, () => "too_many_challenges");
  assert.deepEqual(codes, [...Array.from({ length: 100 }, () => "started"), ...hour, "rate_limited"]);
  assert.equal((await send(service, { path: "/api/v3/models" })).status, 200);
});

test("whose origin it is costs the database a question for refusals only", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { mock } = t.mock.method(service.access, "isAllowedOrigin");
  const readable = (response: Response) => response.headers.get("access-control-allow-origin");
  const own = await startFrom(service, pageOrigin);
  assert.deepEqual([own.status, readable(own), mock.callCount()], [200, pageOrigin, 0]);
  const foreign = await startFrom(service, "https://evil.example");
  assert.deepEqual([foreign.status, readable(foreign), mock.callCount()], [403, null, 1]);
});

/** Starts an upload to a challenge with the largest allowed Content-Length, and sends no body. */
function beginUpload(t: TestContext, { port, publicKey }: Service, id: string) {
  // The service may close the connection during a write.
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  t.after(() => socket.destroy());
  const head = [
    `POST ${path}/${id}/complete HTTP/1.1`,
    "host: x",
    `authorization: Bearer ${publicKey}`,
    `origin: ${pageOrigin}`,
    "content-type: multipart/form-data; boundary=x",
    `content-length: ${20 * 1024 * 1024}`,
    "expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const answered = async (pattern: RegExp) => {
    while (!pattern.test(received)) await once(socket, "data");
  };
  return { socket, answered };
}

/** Sends a body without a Content-Length, as many clients do. */
async function verifyInChunks(service: Service): Promise<Response> {
  const form = new FormData();
  for (const [part, name] of [
    ["reference", "amal"],
    ["selfie", "bea"],
  ] as const) {
    form.append(part, new Blob([new Uint8Array(await portrait(name))]));
  }
  const { body, headers } = new Response(form);
  const init = { method: "POST", body, headers, duplex: "half" } as const;
  return send(service, { init });
}

test("uploads that are announced and do not come take no room from others", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { data } = await bodyOf<{ id: string }>(await startFrom(service, pageOrigin));
  const uploads = Array.from({ length: 7 }, () => beginUpload(t, service, data.id));
  for (const { answered, socket } of uploads) {
    await answered(/ 100 Continue/);
    socket.write("--x\r\n");
  }
  // Sends a byte every three seconds, so that no upload stalls for long.
  const trickle = setInterval(() => uploads.forEach(({ socket }) => socket.write("x")), 3000);
  t.after(() => clearInterval(trickle));
  for (let i = 0; i < 3; i++) assert.equal((await verifyInChunks(service)).status, 200);
  for (const { socket } of uploads) socket.destroy();
});

test("a challenge that there is not is refused before anything of the body has come", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { answered, socket } = beginUpload(t, service, "chl_none");
  await answered(/ 404 [^]*challenge_not_found/);
  socket.destroy();
});
