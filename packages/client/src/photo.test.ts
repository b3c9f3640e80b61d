import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { PhotoError } from "./errors/photo-error.ts";
import { readPhoto, type Photo } from "./photo.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-client-"));
after(() => rmSync(dir, { recursive: true }));
const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 251);
const path = join(dir, "photo.jpg");
writeFileSync(path, bytes);

const webStream = (): ReadableStream<Uint8Array> => new Blob([bytes]).stream();
const inputs: Record<string, () => Photo> = {
  "a Blob": () => new Blob([bytes]),
  "a File": () => new File([bytes], "a.jpg"),
  "a Uint8Array": () => bytes,
  "a Buffer that is part of a larger one": () => Buffer.concat([Buffer.from("x"), bytes]).subarray(1),
  "an ArrayBuffer": () => bytes.buffer,
  "a web stream": webStream,
  "a web stream that cannot be iterated": () => {
    const stream = webStream();
    return { getReader: () => stream.getReader() } as ReadableStream<Uint8Array>;
  },
  "a Node stream": () => createReadStream(path),
  "a path": () => path,
  "a file: URL": () => pathToFileURL(path),
  "a file: URL as text": () => pathToFileURL(path).href,
  "a data: URL": () => `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`,
  "a data: URL as an object": () => new URL(`data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`),
};

for (const [name, input] of Object.entries(inputs)) {
  test(`${name} is read whole`, async () => {
    const blob = await readPhoto(input(), "selfie");
    assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), bytes);
  });
}

const unusable: Record<string, readonly [unknown, RegExp]> = {
  "a file that is not there": [join(dir, "none.jpg"), /selfie: the file cannot be read \(ENOENT\)/],
  "a URL": ["https://example.com/a.jpg", /other URLs are not fetched/],
  "a URL object": [new URL("https://example.com/a.jpg"), /other URLs are not fetched/],
  "a data: URL without base64": ["data:image/jpeg,%FF%D8", /must hold base64/],
  "a data: URL with something else": ["data:image/jpeg;base64,!!", /no valid base64/],
  "a file: URL that is none": ["file://[", /the file: URL is not valid/],
  "a JPEG in base64": [`/9j/${"A".repeat(200_000)}`, /For base64, pass/],
  "a short JPEG in base64": ["/9j/4AAQSkZJRgABAQ", /For base64, pass/],
  "a PNG in base64": ["iVBORw0KGgoAAAANSUhEUg", /For base64, pass/],
  "a WebP in base64": ["UklGRiQAAABXRUJQVlA4IBgA", /For base64, pass/],
  "other base64": ["QUFB".repeat(20_000), /For base64, pass/],
  "a number": [7, /give a Blob/],
  "a stream that breaks": [
    new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) }),
    /the stream broke off/,
  ],
};

for (const [name, [input, message]] of Object.entries(unusable)) {
  test(`${name} is a PhotoError before anything is sent`, async () => {
    await assert.rejects(readPhoto(input as Photo, "selfie"), (error) => {
      assert.ok(error instanceof PhotoError);
      assert.equal(error.param, "selfie");
      assert.match(error.message, message);
      // A string may contain a photo, so no part of it may appear in an error that may be logged.
      const told = inspect(error, { showHidden: true, depth: 9 });
      if (typeof input === "string") assert.ok(!told.includes(input.slice(0, 16)), told);
      return true;
    });
  });
}
