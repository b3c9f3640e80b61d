/** Many concurrent requests, over a real socket with the real engine. */
import assert from "node:assert/strict";
import { type ClientRequest, request as httpRequest } from "node:http";
import { test } from "node:test";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { Service } from "../../../testing/service/request.ts";
import { type RunningEngine, startService } from "../../../testing/service/service.ts";
import { photos } from "@selfsame/photo/testing/photos/v2-photos";
import { type Sent, sendTo } from "../../../testing/service/v2-send.ts";
import { until } from "@selfsame/platform/testing/until";

const models = await testModels();
/** Long, because a test machine may be busy with other tests: no photo is rejected for having waited. */
const limits = { waitMs: 600_000, taskMs: 120_000 };
const comparison = createComparison(models);

const kinds: ReadonlyArray<{ readonly path: string; readonly sent: Sent }> = [
  { path: "verify", sent: { form: { reference: "person", selfie: "samePerson" } } },
  { path: "verify", sent: { json: { reference: "base64:person", selfie: "base64:otherPerson" } } },
  { path: "verify", sent: { form: { reference: "noFace", selfie: "person" } } },
  { path: "spoof", sent: { form: { photo: "judgedSpoof" } } },
  { path: "optimize", sent: { form: { photo: "samePerson" } } },
];

async function answer({ url, apiKey }: Service, kind: number): Promise<string> {
  const { path, sent } = kinds[kind % kinds.length] ?? assert.fail();
  const response = await sendTo(`${url}/api/v2/${path}`, apiKey, sent);
  return `${response.status} ${await response.text()}`;
}

test("the same request gives the same bytes, and a hundred at once each get their own answer", async (t) => {
  const engine = await createEngine({ models, workers: 2, limits });
  t.after(() => engine.stop());
  const service = await startService(t, { engine, comparison });
  const alone: string[] = [];
  for (const kind of kinds.keys()) alone.push(await answer(service, kind));
  assert.equal(new Set(alone).size, kinds.length);

  const together = await Promise.all(Array.from({ length: 100 }, (_, index) => answer(service, index)));
  for (const [index, text] of together.entries()) assert.equal(text, alone[index % kinds.length]);
});

/** Sends a whole verify request and returns the connection before the response arrives. */
function sendVerify({ port, apiKey }: Service): ClientRequest {
  const body = JSON.stringify({
    reference: photos.person.toString("base64"),
    selfie: photos.samePerson.toString("base64"),
  });
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const request = httpRequest({ port, method: "POST", path: "/api/v2/verify", headers });
  request.on("error", () => {});
  request.end(body);
  return request;
}

/** The engine, with counts of the photos it was asked for and of those dropped. */
function counted(engine: RunningEngine) {
  const counts = { asked: 0, dropped: 0 };
  const analyze: RunningEngine["analyze"] = async (photo, wants, options) => {
    counts.asked++;
    try {
      return await engine.analyze(photo, wants, options);
    } catch (error) {
      if (options?.signal?.aborted) counts.dropped++;
      throw error;
    }
  };
  return { counts, engine: { status: engine.status, analyze, requireRoom: () => () => {}, stop: () => engine.stop() } };
}

test("a client that goes away takes its photos out of the queue", async (t) => {
  const small = await createEngine({ models, workers: 1, limits });
  t.after(() => small.stop());
  const { counts, engine } = counted(small);
  const service = await startService(t, { engine, comparison });
  // The client's own account, so that the client's photos come after all of these.
  const { id: accountId } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const enough = new AbortController();
  const options = { accountId, signal: enough.signal };
  const ahead = Array.from({ length: 200 }, () => small.analyze(photos.otherPerson, { quality: "all" }, options));

  const client = sendVerify(service);
  await until(() => counts.asked === 2);
  client.destroy();
  await until(() => counts.dropped === 2);
  assert.ok(small.status.queued > 0, "the photos ahead are still there");
  enough.abort();
  await Promise.allSettled(ahead);
});

test("a stopping service answers what it has accepted", async (t) => {
  const { counts, engine: counting } = counted(await sharedEngine());
  const service = await startService(t, { engine: counting, comparison });
  const running = Array.from({ length: 10 }, () => answer(service, 0));
  await until(() => counts.asked === 20);
  const [, ...texts] = await Promise.all([service.close(), ...running]);
  for (const text of texts) assert.match(text, /^200 /);
});
