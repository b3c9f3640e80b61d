/** The client against the real service. */
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ApiError, Selfsame } from "../packages/client/src/index.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { sharedService } from "../testing/service.ts";

const server = await sharedService();
const selfsame = new Selfsame({ apiKey: server.privateKey, baseUrl: server.url });
const dir = await mkdtemp(join(tmpdir(), "selfsame-client-"));
after(() => rm(dir, { recursive: true }));

test("one person by path and stream, another by Blob and Buffer", async () => {
  const path = join(dir, "amal.png");
  await writeFile(path, await portrait("amal"));
  const same = await selfsame.verify({ reference: path, selfie: createReadStream(path) });
  assert.deepEqual([same.match, same.challenge, same.reference.faces], [true, null, 1]);
  assert.ok(same.similarity !== null && same.similarity >= same.threshold);
  assert.ok(same.false_match_rate !== null && same.false_match_rate < 0.001);
  const reference = new Blob([new Uint8Array(await portrait("amal"))]);
  const other = await selfsame.verify({ reference, selfie: await portrait("bea") });
  assert.deepEqual([other.match, other.similarity, other.false_match_rate], [false, null, null]);
});

test("the threshold of a request counts", async () => {
  const photos = { reference: await portrait("amal"), selfie: await portrait("bea") };
  const lax = await selfsame.verify({ ...photos, threshold: 0 });
  assert.deepEqual([lax.match, lax.threshold], [true, 0]);
  assert.ok(lax.similarity !== null && lax.similarity < 0.6);
});

test("analyze and models", async () => {
  const { faces, meta } = await selfsame.analyze({ photo: await portrait("bea") });
  assert.equal(faces.length, 1);
  assert.equal(meta.version, "3");
  const { models, threshold, thresholds, model } = await selfsame.models();
  assert.equal(models.length, 12);
  assert.ok(thresholds.some(({ similarity }) => similarity === threshold));
  assert.ok(model.length > 0);
});

test("version 2 beside it", async () => {
  const photos = { reference: await portrait("amal"), selfie: await portrait("amal-selfie") };
  const { match, message } = await selfsame.v2.verify(photos);
  assert.equal(match, true);
  assert.match(message, /Face match successful|Possible spoof attempt detected/);
  assert.equal(typeof (await selfsame.v2.spoof({ photo: photos.selfie })).is_spoof, "boolean");
  const { image, size } = await selfsame.v2.optimize({ photo: photos.selfie });
  assert.equal(Buffer.from(image, "base64").length, size);
});

test("errors of both versions come as codes", async () => {
  const wall = await portrait("wall");
  const noFace = (error: unknown): true => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, "no_face");
    assert.ok(error.requestId);
    return true;
  };
  await assert.rejects(selfsame.verify({ reference: wall, selfie: wall }), noFace);
  await assert.rejects(selfsame.v2.optimize({ photo: wall }), noFace);
  const stranger = new Selfsame({ apiKey: "ss_sk_nobody", baseUrl: server.url });
  await assert.rejects(stranger.models(), { code: "invalid_api_key", status: 401 });
});
