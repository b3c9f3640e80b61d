import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf } from "./format.ts";

test("a photo's format shows in its first bytes", () => {
  const beginnings = {
    ffd8ffe0: "jpeg",
    "89504e470d0a1a0a": "png",
    [Buffer.from("GIF89a").toString("hex")]: "gif",
    [Buffer.from("GIF87a").toString("hex")]: "gif",
    [Buffer.from("RIFF\n\n\n\nWEBP").toString("hex")]: "webp",
    "0000000c6a5020200d0a870a": "jpeg2000",
    ff4fff51: "jpeg2000",
  };
  for (const [hex, format] of Object.entries(beginnings)) {
    const bytes = Buffer.from(hex, "hex");
    assert.equal(formatOf(bytes), format, hex);
    assert.equal(formatOf(Buffer.concat([bytes, Buffer.alloc(99)])), format, hex);
    assert.equal(formatOf(bytes.subarray(0, 2)), undefined, hex);
    assert.equal(formatOf(Buffer.concat([Buffer.alloc(1), bytes])), undefined, hex);
  }
  assert.equal(formatOf(Buffer.from("RIFF....WAVE")), undefined);
});
