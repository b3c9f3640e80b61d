import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { FivePoints } from "../../face.ts";
import { differingBits, faceHash } from "./face-hash.ts";
import type { Image } from "../../pixels/image.ts";

/** A soft pattern, the same at every size, with the "face" at its center. */
function picture(size: number, phase: number, noise = 0): { image: Image; landmarks: FivePoints } {
  const data = new Uint8Array(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [u, v] = [(x + 0.5) / size, (y + 0.5) / size];
      const value = 128 + 60 * Math.sin(13 * u + phase) * Math.cos(9 * v - phase) + 30 * Math.sin(21 * (u + v) * phase);
      const grain = noise * Math.sin(x * 12.9898 + y * 78.233);
      data.fill(Math.max(0, Math.min(255, value + grain)), (y * size + x) * 3, (y * size + x) * 3 + 3);
    }
  }
  const at = (x: number, y: number) => ({ x: x * size, y: y * size });
  return {
    image: { width: size, height: size, channels: 3, data },
    landmarks: [at(0.4, 0.42), at(0.6, 0.42), at(0.5, 0.53), at(0.42, 0.65), at(0.58, 0.65)],
  };
}
const hashOf = (size: number, phase: number, noise = 0) => {
  const { image, landmarks } = picture(size, phase, noise);
  return faceHash(image, landmarks);
};

test("a picture at another size or with grain hashes almost the same, another picture does not", () => {
  const hash = hashOf(320, 1);
  assert.equal(hash.length, 32);
  assert.ok(differingBits(hash, hashOf(480, 1)) <= 7);
  assert.ok(differingBits(hash, hashOf(320, 1, 6)) <= 7);
  assert.ok(differingBits(hash, hashOf(320, 2)) > 50);
});

test("differing bits are a metric", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(bytes, bytes, bytes, (a, b, c) => {
      assert.equal(differingBits(a, a), 0);
      assert.equal(differingBits(a, b), differingBits(b, a));
      assert.ok(differingBits(a, c) <= differingBits(a, b) + differingBits(b, c));
    }),
  );
  assert.equal(differingBits(Uint8Array.of(0b1010), Uint8Array.of(0b0110)), 2);
});
