/** A stretch, a rotation or another light does not make a frame new. With real photos. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import type { Task } from "@selfsame/face/assess/gestures";
import { frameHeight, frameWidth, neutralFrame, pictureOf, stepFrame } from "../../../testing/challenge/perform.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { freshStore } from "@selfsame/platform/testing/store/each-store";
import { addFrames } from "../../../testing/challenge/add-frames.ts";
import { createSeenFrames, isRepeat } from "./seen-frames.ts";

const engine = await sharedEngine();
const people = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);
const tasks: readonly Task[] = ["turn_left", "blink", "look_up"];

type Change = (jpeg: Buffer, frame: number) => Promise<Buffer>;
const lit = async (jpeg: Buffer, light: (x: number, y: number) => number): Promise<Buffer> => {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const value = (before: number, i: number) => {
    const pixel = Math.floor(i / channels);
    return Math.max(0, Math.min(255, before * light((pixel % width) / width, Math.floor(pixel / width) / height)));
  };
  return sharp(Buffer.from(data.map(value)), { raw: { width, height, channels } })
    .jpeg({ quality: 90 })
    .toBuffer();
};
const changes: Readonly<Record<string, Change>> = {
  "a stretch of 4 %": (jpeg) =>
    sharp(jpeg)
      .resize(Math.round(1.04 * frameWidth), frameHeight, { fit: "fill" })
      .jpeg({ quality: 90 })
      .toBuffer(),
  "a rotation of 6 degrees": (jpeg, i) =>
    sharp(jpeg)
      .rotate(i % 2 === 0 ? 6 : -6, { background: "grey" })
      .jpeg({ quality: 90 })
      .toBuffer(),
  "a light from a side": (jpeg) => lit(jpeg, (x) => 1 + 0.35 * Math.tanh(6 * (x - 0.5))),
  "blobs of light": (jpeg, i) => lit(jpeg, (x, y) => 1 + 0.15 * Math.sin(9 * x + i) * Math.cos(7 * y - i)),
};

const performed = (picture: (typeof people)[number], moment: number): Promise<Buffer[]> =>
  Promise.all([neutralFrame(picture, moment), ...tasks.map((task) => stepFrame(picture, task, moment))]);

async function start(t: TestContext) {
  const store = await freshStore(t, "sqlite");
  const accountId = "acc_1";
  await store.db.insertInto("accounts").values({ id: accountId, plan: "unlimited", created_at_ms: 1 }).execute();
  const add = addFrames(store, createSeenFrames(store, Date.now));
  const hashesOf = async (jpeg: Buffer) => {
    const result = await engine.analyze(jpeg, { frame: true });
    assert.ok(result.outcome === "analyzed" && result.frame);
    const { hash, skin } = result.frame;
    // As a different file, so that only its content can match.
    const sha256 = randomBytes(32).toString("hex");
    return { sha256, faceHash: Buffer.from(hash).toString("hex"), detail: skin.detail };
  };
  return {
    store,
    send: async (frames: readonly Buffer[]) =>
      isRepeat([await add(accountId, await Promise.all(frames.map(hashesOf)))]),
  };
}

for (const [name, change] of Object.entries(changes)) {
  test(`${name} does not make frames new`, async (t) => {
    for (const picture of people) {
      const { send } = await start(t);
      const frames = await performed(picture, 0);
      assert.equal(await send(frames), false);
      assert.equal(await send(await Promise.all(frames.map(change))), true);
    }
  });
}

test("new frames of the same steps repeat nothing, from the same person or another", async (t) => {
  const { send } = await start(t);
  for (const picture of people) {
    for (const moment of [0, 1, 2]) assert.equal(await send(await performed(picture, moment)), false);
  }
});

test("a few signs of a frame are stored, far from a picture", async (t) => {
  const { send, store } = await start(t);
  await send(await performed(people[0], 0));
  const rows = await store.db.selectFrom("challenge_frames").select("detail_hash").execute();
  assert.equal(rows.length, 4);
  // 28 regions of 32 signs: less than 2 in 100 of the pixels that they are computed from.
  for (const row of rows) assert.match(row.detail_hash ?? "", /^[0-9a-f]{224}$/);
});
