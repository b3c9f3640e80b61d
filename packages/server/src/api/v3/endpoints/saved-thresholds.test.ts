import assert from "node:assert/strict";
import { test } from "node:test";
import { teamThresholds } from "../../../accounts/people/teams/thresholds.ts";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../testing/sessions/sessions.ts";
import { changeSetting } from "@selfsame/platform/settings/setting";

const amal = await portrait("amal");

test("a request's own threshold comes before that of sessions, of its key, of its team and the model's", async (t) => {
  const service = await startSessionService(t, { engine: scriptedEngine() });
  const { id } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const save = async (team: number | null, sessions: number | null) => {
    await changeSetting(
      service.store.db,
      { actor: id, address: "127.0.0.1" },
      id,
      teamThresholds,
      { team, sessions },
      Date.now(),
    );
    service.access.callers.forget();
  };
  const plain = (await service.makeKey()).secret;
  const strict = (await service.makeKey({ threshold: 0.8 })).secret;
  const ofVerify = async (key: string, texts: Readonly<Record<string, string>> = {}): Promise<number> => {
    const { body } = await service.ask("POST", "/verify", formOf({ reference: amal, selfie: amal, ...texts }), key);
    return body.data.threshold;
  };
  const ofSession = async (key: string, texts: Readonly<Record<string, string>> = {}): Promise<number | null> => {
    const { body } = await service.ask("POST", "/sessions", formOf({ reference: amal, ...texts }), key);
    const made = service.store.db
      .selectFrom("verification_sessions")
      .select("threshold")
      .where("id", "=", body.data.id);
    return (await made.executeTakeFirstOrThrow()).threshold;
  };
  const ofBatch = async (key: string, threshold?: number): Promise<number | null> => {
    const url = "https://photos.example/1.jpg";
    const items = [{ id: "1", reference_urls: [url], selfie_url: url }];
    const { body } = await service.ask("POST", "/batches", { items, ...(threshold && { threshold }) }, key);
    return body.data.threshold;
  };
  const models = (await service.ask("GET", "/models")).body.data.threshold;

  assert.deepEqual([await ofVerify(plain), await ofSession(plain), await ofBatch(plain)], [models, null, null]);
  await save(0.72, null);
  assert.deepEqual([await ofVerify(plain), await ofSession(plain), await ofBatch(plain)], [0.72, 0.72, 0.72]);
  assert.deepEqual([await ofVerify(strict), await ofSession(strict), await ofBatch(strict)], [0.8, 0.8, 0.8]);
  await save(0.72, 0.77);
  assert.deepEqual([await ofVerify(strict), await ofSession(strict), await ofSession(plain)], [0.8, 0.77, 0.77]);
  const own = { threshold: "0.66" };
  assert.deepEqual([await ofVerify(strict, own), await ofSession(strict, own)], [0.66, 0.66]);
  assert.equal(await ofBatch(strict, 0.66), 0.66);
  await save(null, null);
  assert.deepEqual([await ofVerify(plain), await ofSession(plain)], [models, null]);
});
