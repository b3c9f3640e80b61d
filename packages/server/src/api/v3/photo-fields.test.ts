import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineFault, type PhotoResult } from "@selfsame/photo/engine/engine";
import { noDownload } from "../../../testing/service/service.ts";
import { analyzePhoto, type PhotoSource } from "@selfsame/photo/verify/photo";

const analyzed: PhotoResult = { outcome: "analyzed", width: 9, height: 9, faces: [] };
const context = { accountId: "acc_1", allowedDomains: [], signal: new AbortController().signal };

/** Analyzes a photo. @returns how many bytes the engine received */
async function look(source: PhotoSource, result: PhotoResult | Error, download = noDownload): Promise<number> {
  let seen = 0;
  const analyze = async (photo: Uint8Array) => {
    seen = photo.length;
    if (result instanceof Error) throw result;
    return result;
  };
  const analysis = analyzePhoto({ engine: { analyze }, download }, source, {}, context);
  if (result instanceof Error) await assert.rejects(analysis);
  else assert.equal((await analysis).outcome, result.outcome === "analyzed" ? "analyzed" : "refused");
  return seen;
}

test("a photo's bytes are freed once it was analyzed, however it came", async () => {
  const sent = new Uint8Array(5000).fill(1);
  assert.equal(await look({ from: "bytes", bytes: sent }, analyzed), 5000);
  assert.equal(sent.length, 0);

  const bytes = new Uint8Array(6000).fill(1);
  const download = async () => ({ outcome: "downloaded", bytes }) as const;
  assert.equal(await look({ from: "url", url: "https://example.com/1.jpg" }, analyzed, download), 6000);
  assert.equal(bytes.length, 0);
});

test("not what was refused or came to nothing: it may still be on its way to a worker", async () => {
  for (const result of [{ outcome: "too_complex" } as const, new EngineFault("lost"), new Error("gone")]) {
    const bytes = new Uint8Array(5000);
    await look({ from: "bytes", bytes }, result);
    assert.equal(bytes.length, 5000);
  }
});

test("nor the memory that small photos share with others", async () => {
  const [one, other] = [Buffer.from("one photo"), Buffer.from("another")];
  assert.equal(one.buffer, other.buffer);
  await look({ from: "bytes", bytes: one }, analyzed);
  assert.equal(other.toString(), "another");
});
