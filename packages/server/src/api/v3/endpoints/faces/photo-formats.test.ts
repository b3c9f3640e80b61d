/** The formats that version 3 accepts for each photo, and the errors for others. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import type { z } from "zod";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { startPhotoHost } from "../../../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send, type Service } from "../../../../../testing/service/request.ts";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { startService } from "../../../../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { errorCatalog } from "../../errors.ts";
import type { batchSchema } from "../../schemas/batches.ts";
import type { analyzeSchema, verifySchema } from "../../schemas/faces.ts";

const [amal, selfie] = await Promise.all([portrait("amal"), portrait("amal-selfie")]);
const webp = (photo: Buffer) => sharp(photo).webp({ quality: 95 }).toBuffer();

async function start(t: TestContext): Promise<Service> {
  const models = await testModels();
  return startService(t, { engine: await sharedEngine(), comparison: createComparison(models) });
}

test("a reference, a selfie and a photo may be WebP, and compare as the plain file does", async (t) => {
  const service = await start(t);
  const similarityOf = async (reference: Uint8Array, photo: Uint8Array) => {
    const response = await send(service, { photos: { reference, selfie: photo, threshold: "0" } });
    const { data } = await bodyOf<z.infer<typeof verifySchema>>(response);
    return data.similarity ?? assert.fail("no similarity");
  };
  const plain = await similarityOf(amal, selfie);
  const both = await similarityOf(await webp(amal), await webp(selfie));
  assert.ok(Math.abs(both - plain) <= 0.02, `${both}, and ${plain} of the plain files`);
  const analyzed = await send(service, { path: "/api/v3/analyze", photos: { photo: await webp(amal) } });
  const { data } = await bodyOf<z.infer<typeof analyzeSchema>>(analyzed);
  assert.equal(data.faces.length, 1);
});

test("sessions and batches take WebP as well", async (t) => {
  const [reference, photo] = await Promise.all([webp(amal), webp(selfie)]);
  const [engine, models] = await Promise.all([sharedEngine(), testModels()]);
  const service = await startSessionService(t, { engine, comparison: createComparison(models) });
  const made = await service.create(formOf({ reference, challenge: "off" }));
  assert.equal(made.status, 201);
  const page = service.visit(made.secret);
  await page.start();
  assert.equal((await page.complete({ selfie: photo })).status, 200);
  assert.equal((await service.read(made.session.id)).status, "verified");

  const { url } = await startPhotoHost(t, { reference, photo });
  const items = [{ id: "one", reference_urls: [url("reference")], selfie_url: url("photo") }];
  const { id } = (await service.ask("POST", "/batches", { items })).body.data;
  const batch = await until(async () => {
    const response = await send(service, { path: `/api/v3/batches/${id}` });
    const { data } = await bodyOf<z.infer<typeof batchSchema>>(response);
    return data.ended_at !== null && data;
  });
  assert.deepEqual([batch.status, batch.done, batch.failed], ["completed", 1, 0]);
});

test("an animation counts with its first frame", async (t) => {
  const service = await start(t);
  const { width, height } = await sharp(amal).metadata();
  const frames = await sharp([amal, await sharp(amal).blur(30).toBuffer()], { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(frames, { pages: -1 }).metadata()).pages, 2);
  const response = await send(service, { path: "/api/v3/analyze", photos: { photo: frames } });
  const { data } = await bodyOf<z.infer<typeof analyzeSchema>>(response);
  const [face] = data.faces;
  assert.ok(face && face.box.y + face.box.height <= (height ?? 0) && face.box.x + face.box.width <= (width ?? 0));
});

test("what is no photo is named, with what to do about it", async (t) => {
  const service = await start(t);
  const errorOf = async (photo: Uint8Array | string) =>
    (await failureOf(await send(service, { path: "/api/v3/analyze", photos: { photo } }))).error;
  const box = (brand: string) => Buffer.from(`\0\0\0\x14ftyp${brand}\0\0\0\0${brand}`, "latin1");
  const { message } = errorCatalog.unsupported_image_format;
  const named: readonly (readonly [Uint8Array, string, RegExp])[] = [
    [box("heic"), "HEIC (HEIF)", /Most Compatible.*accept="image\/jpeg,image\/png,image\/webp".*sips/],
    [await sharp(amal).resize(64).avif({ effort: 0 }).toBuffer(), "AVIF", /magick photo\.avif photo\.jpg/],
    [await sharp(amal).resize(64).gif().toBuffer(), "GIF", /magick/],
    [box("qt  "), "a video", /ffmpeg/],
    [Buffer.from("%PDF-1.4"), "PDF", /pdfimages/],
    [Buffer.from(amal.toString("base64")), "base64 text", /Decode/],
    [Buffer.from("<html>"), "HTML or XML", /sign-in page/],
    [Buffer.from("@selfie.jpg"), "text", /check the @/],
  ];
  for (const [photo, name, hint] of named) {
    const error = await errorOf(photo);
    assert.deepEqual(
      [error.code, error.param, error.message],
      ["unsupported_image_format", "photo", `${message} It is ${name}.`],
    );
    assert.match(error.hint, hint);
  }
  const unknown = await errorOf(Buffer.alloc(100, 0xfe));
  assert.deepEqual([unknown.message, unknown.hint], [message, errorCatalog.unsupported_image_format.hint]);
});
