import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { readMatrixProfile, toSrgb } from "./icc.ts";
import { samplePhoto } from "../../testing/photos/sample-photos.ts";

const sample = sharp(samplePhoto(3)).resize(400);

/** The profile's bytes, the stored pixels, and the pixels that a color engine (lcms) makes of them. */
async function tagged(profile: string) {
  const png = await sample.clone().modulate({ saturation: 2 }).withIccProfile(profile).png().toBuffer();
  const { icc } = await sharp(png).metadata();
  assert.ok(icc);
  const stored = await sharp(png, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  const expected = await sharp(png).toColourspace("srgb").raw().toBuffer();
  return { icc, stored, expected };
}

test("a Display P3 photo gets the colours that a colour engine gives it", async () => {
  const { icc, stored, expected } = await tagged("p3");
  const profile = readMatrixProfile(icc);
  assert.ok(profile && !profile.isSrgb);
  const { data, info } = stored;
  const before = Buffer.from(data);
  toSrgb({ width: info.width, height: info.height, channels: 3, data }, profile);
  assert.ok(data.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= 1));
  assert.ok(
    data.some((value, i) => Math.abs(value - (before[i] ?? 0)) > 10),
    "it was not sRGB before",
  );
});

test("sRGB profiles, large and small, are known and their photos left as they are", async () => {
  const { icc } = await sharp(samplePhoto(1)).metadata();
  assert.ok(icc);
  assert.equal(readMatrixProfile(icc)?.isSrgb, true);
  const { icc: small, stored, expected } = await tagged("srgb");
  assert.equal(readMatrixProfile(small)?.isSrgb, true);
  assert.deepEqual(stored.data, expected);
});

test("other kinds of profiles, and broken ones, are left to the colour engine", async () => {
  const { icc } = await tagged("p3");
  const cmyk = await sharp(await sample.clone().withIccProfile("cmyk").jpeg().toBuffer()).metadata();
  assert.ok(cmyk.icc);
  assert.equal(readMatrixProfile(cmyk.icc), undefined);
  for (const length of [0, 10, 20, 131, 140, icc.length - 30]) {
    assert.equal(readMatrixProfile(icc.subarray(0, length)), undefined, `${length} bytes`);
  }
  const manyTags = Buffer.from(icc);
  manyTags.writeUInt32BE(0xffffffff, 128);
  assert.equal(readMatrixProfile(manyTags), undefined);
});
