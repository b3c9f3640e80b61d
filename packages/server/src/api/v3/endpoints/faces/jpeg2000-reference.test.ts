/** A chip's portrait compares like the photo it was made from. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { z } from "zod";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { codestreamOf, toJp2 } from "@selfsame/photo/testing/photos/jpeg2000";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send, type Service } from "../../../../../testing/service/request.ts";
import { startService } from "../../../../../testing/service/service.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { verifySchema } from "../../schemas/faces.ts";

const [amal, selfie] = await Promise.all([portrait("amal"), portrait("amal-selfie")]);
const codestream = await codestreamOf(amal);

async function start(t: TestContext): Promise<Service> {
  const models = await testModels();
  return startService(t, { engine: await sharedEngine(), comparison: createComparison(models) });
}

test("the similarity is that of the plain file, within .005", async (t) => {
  const service = await start(t);
  const similarityOf = async (reference: Uint8Array) => {
    const response = await send(service, { photos: { reference, selfie, threshold: "0" } });
    const { data } = await bodyOf<z.infer<typeof verifySchema>>(response);
    return data.similarity ?? assert.fail("no similarity");
  };
  const plain = await similarityOf(amal);
  for (const reference of [codestream, toJp2(codestream)]) {
    const similarity = await similarityOf(reference);
    assert.ok(Math.abs(similarity - plain) <= 0.005, `${similarity}, and ${plain} of the plain file`);
  }
});

test("a selfie and a photo to analyze may not be JPEG 2000", async (t) => {
  const service = await start(t);
  const error = async (path: string, photos: Readonly<Record<string, Uint8Array>>) => {
    const { error } = await failureOf(await send(service, { path, photos }));
    return [error.code, error.param];
  };
  const code = "unsupported_image_format";
  assert.deepEqual(await error("/api/v3/verify", { reference: amal, selfie: codestream }), [code, "selfie"]);
  assert.deepEqual(await error("/api/v3/analyze", { photo: codestream }), [code, "photo"]);
});

test("a file that is cut off is image_unreadable", async (t) => {
  const service = await start(t);
  const reference = toJp2(codestream).subarray(0, codestream.length >> 1);
  const { error } = await failureOf(await send(service, { photos: { reference, selfie } }));
  assert.deepEqual([error.code, error.param], ["image_unreadable", "reference"]);
});
