/** Mutated bodies: whatever is sent, only statuses and texts of the contract are returned. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import sharp from "sharp";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { samplePhoto } from "@selfsame/photo/testing/photos/sample-photos";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { startService } from "../../../testing/service/service.ts";
import { v2Errors } from "./errors.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { prototypeNames } from "@selfsame/platform/testing/prototype-names";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";

const count = fuzzRuns(100);
const atOnce = 16;

const models = await testModels();
const engine = await createEngine({ models, workers: 2 });
const comparison = createComparison(models);
after(() => engine.stop());

/** A face of about 60 pixels, in every format and in some variants. */
const face = () => sharp(samplePhoto(1)).extract({ left: 1400, top: 150, width: 360, height: 360 }).resize(112);
const photos = await Promise.all([
  face().jpeg({ quality: 60 }).toBuffer(),
  face().jpeg({ quality: 60, progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
  face().toColourspace("cmyk").jpeg().toBuffer(),
  face().png({ palette: true }).toBuffer(),
  face().grayscale().png({ progressive: true }).toBuffer(),
  face().gif().toBuffer(),
  face().webp({ quality: 50 }).toBuffer(),
  face().webp({ lossless: true, effort: 0 }).toBuffer(),
]);

const contentType = "multipart/form-data; boundary=xyz";
const multipart = (...parts: ReadonlyArray<readonly [disposition: string, content: Buffer]>) =>
  Buffer.concat([
    ...parts.flatMap(([disposition, content]) => [
      Buffer.from(`--xyz\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: image/jpeg\r\n\r\n`),
      content,
      Buffer.from("\r\n"),
    ]),
    Buffer.from("--xyz--\r\n"),
  ]);

const errorBodies = new Set(
  Object.values(v2Errors).map(([status, text]) => `${status} ${JSON.stringify({ error: text })}`),
);
const verifyTexts = new Set([
  "Face match successful",
  "Faces do not match",
  "Possible spoof attempt detected",
  "No face detected in reference image",
  "No face detected in selfie image",
  "Reference image is required",
  "Selfie image is required",
]);

function assertInContract(status: number, text: string): void {
  if (status !== 200) return assert.ok(errorBodies.has(`${status} ${text}`), `${status} ${text.slice(0, 200)}`);
  const body = JSON.parse(text) as Record<string, unknown>;
  const message = String(body["message"]);
  if ("is_spoof" in body && !("match" in body))
    return assert.match(message, /^Image appears to be (genuine|a spoof attempt)$/);
  assert.deepEqual(Object.keys(body), ["match", "confidence", "message", "is_spoof", "selfie_image"]);
  assert.ok(verifyTexts.has(message), message);
}

/** Sends all bodies, some at a time. @returns how often each status was returned */
async function sendAll(
  url: string,
  headers: Record<string, string>,
  bodies: readonly Buffer[],
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const queue = bodies.entries();
  const sendSome = async () => {
    for (const [index, body] of queue) {
      const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
      const text = await response.text();
      try {
        assertInContract(response.status, text);
        assert.notEqual(response.status === 500 && text.includes("Internal"), true, "a fault of ours");
      } catch (error) {
        throw new Error(`body ${index}: ${body.toString("base64").slice(0, 20_000)}`, { cause: error });
      }
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  return statuses;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Memory in use after garbage collection. Buffers of closed sockets are released only after some turns of the event loop. */
async function liveBytes(): Promise<number> {
  let [least, roundsSince] = [Infinity, 0];
  while (roundsSince < 3) {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    collectGarbage();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    const held = heapUsed + external + arrayBuffers;
    roundsSince = held < least - 1024 ? 0 : roundsSince + 1;
    least = Math.min(least, held);
  }
  return least;
}

/** Mutations of a body's frame need few real photos: most are rejected before the engine's models run. */
const [photo] = photos;
const fake = Buffer.from("GIF89a, but no more than that");
const photoUrl = "http://photos.test/a.jpg";

const makers = {
  "multipart bodies": {
    path: "verify",
    type: contentType,
    originals: [
      multipart([`name="reference"; filename="r.jpg"`, photo], [`name="selfie"`, fake]),
      multipart([`name="reference"; filename="r.gif"`, fake], [`name="selfie"`, fake], [`name="other"`, fake]),
      multipart([`name="reference_url"`, Buffer.from(photoUrl)], [`name="selfie"; filename=""`, fake]),
      multipart([`name="selfie"; filename*=UTF-8''%e2%82%ac.gif`, fake], [`name="selfie_url"`, Buffer.from(photoUrl)]),
      multipart(...prototypeNames.map((name) => [`name="${name}"; filename="${name}"`, fake] as const)),
    ],
  },
  "JSON bodies": {
    path: "verify",
    type: "application/json",
    originals: [
      { reference: photo.toString("base64"), selfie: fake.toString("base64") },
      {
        reference: `data:image/gif;base64,${fake.toString("base64")}`,
        selfie: fake.toString("base64"),
        other: [1, {}],
      },
      { reference_url: photoUrl, selfie: fake.toString("base64") },
      { selfie_url: `${photoUrl}?\u00e9`, reference: null, selfie: "" },
      // Computed names, so that `__proto__` is a field as well.
      Object.fromEntries(prototypeNames.map((name) => [name, { [name]: name }])),
    ].map((fields) => Buffer.from(JSON.stringify(fields))),
  },
  photos: { path: "spoof", type: contentType, originals: photos },
} as const;

for (const [seed, [name, { path, type, originals }]] of Object.entries(makers).entries()) {
  test(`${count} mutated ${name}`, async (t) => {
    const { url, apiKey } = await startService(t, { engine, comparison });
    const changed = mutated(originals, count, seed);
    const bodies = name === "photos" ? changed.map((photo) => multipart([`name="photo"`, photo])) : changed;
    const send = (some: readonly Buffer[]) =>
      sendAll(`${url}/api/v2/${path}`, { authorization: `Bearer ${apiKey}`, "content-type": type }, some);

    const first = await send(bodies.slice(0, count / 4));
    const before = await liveBytes();
    const rest = await send(bodies.slice(count / 4));
    const grown = (await liveBytes()) - before;
    t.diagnostic(`statuses ${JSON.stringify(first)} and ${JSON.stringify(rest)}; memory grew by ${grown} bytes`);
    assert.ok(grown < 16 * 1024 * 1024, `memory grew by ${grown} bytes`);
  });
}
