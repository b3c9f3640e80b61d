import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { multipartBytesMax, photoBytesMax } from "./limits.ts";
import { type Form, readForm } from "./multipart.ts";

const contentType = "multipart/form-data; boundary=x";
const wanted = { photos: ["reference", "selfie"], texts: ["reference_url"] };

const part = (disposition: string, content: string | Buffer = "", ...headers: string[]) =>
  Buffer.concat([
    Buffer.from(["--x", `Content-Disposition: form-data; ${disposition}`, ...headers, "", ""].join("\r\n")),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const end = Buffer.from("--x--\r\n");
const stream = (...chunks: Uint8Array[]) => Readable.from(chunks);
const read = (...parts: Buffer[]) => readForm(stream(Buffer.concat([...parts, end])), contentType, wanted);

async function form(...parts: Buffer[]): Promise<Form> {
  const result = await read(...parts);
  return result.outcome === "read" ? result : assert.fail(result.outcome);
}
const photo = ({ photos }: Form, name: string) => Buffer.from(photos.get(name) ?? []).toString();

test("photos and texts are distinguished by their names, with or without a file name", async () => {
  const result = await form(
    part(`name="reference"; filename="a.jpg"`, "one", "Content-Type: image/jpeg"),
    part(`name="selfie"`, "two"),
    part(`name="reference_url"; filename="blob"`, "https://example.com", "Content-Type: application/octet-stream"),
  );
  assert.equal(photo(result, "reference"), "one");
  assert.equal(photo(result, "selfie"), "two");
  assert.equal(result.texts.get("reference_url"), "https://example.com");
  assert.deepEqual(result.unexpected, []);
});

test("a body may come byte by byte", async () => {
  const body = Buffer.concat([part(`name="selfie"; filename="a"`, "\r\n--w\r\n-\n--x"), end]);
  const result = await readForm(stream(...Array.from(body, (byte) => Buffer.of(byte))), contentType, wanted);
  assert.equal(result.outcome === "read" && photo(result, "selfie"), "\r\n--w\r\n-\n--x");
});

test("what came is given back once it was read, piece by piece", async () => {
  const middle = Array.from({ length: 3 }, () => new Uint8Array(50_000).fill(7));
  const pieces = middle.map((bytes) => Buffer.from(bytes.buffer));
  const [head, ...tail] = [part(`name="selfie"; filename="a"`).subarray(0, -2), Buffer.from("\r\n"), end];
  const result = await readForm(stream(head, ...pieces, ...tail), contentType, wanted);
  assert.ok(result.outcome === "read");
  assert.deepEqual(result.photos.get("selfie"), new Uint8Array(150_000).fill(7));
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [0, 0, 0],
  );
});

test("an empty part is absent", async () => {
  const result = await form(part(`name="selfie"; filename=""`), part(`name="reference_url"`));
  assert.equal(result.photos.size + result.texts.size, 0);
});

test("an empty text is one where the endpoint wants to know of it", async () => {
  const body = Buffer.concat([part(`name="token"`), part(`name="token"`, "second"), part(`name="selfie"`), end]);
  const asked = { photos: ["selfie"], texts: ["token"], emptyTexts: "kept" } as const;
  const result = await readForm(stream(body), contentType, asked);
  assert.ok(result.outcome === "read");
  assert.deepEqual([...result.texts], [["token", ""]]);
  assert.deepEqual([result.photos.size, result.unexpected], [0, ["token"]]);
});

test("of several parts of one name the first that is not empty counts, and the others are reported", async () => {
  const result = await form(
    part(`name="selfie"; filename="a"`),
    part(`name="selfie"; filename="b"`, "first"),
    part(`name="selfie"; filename="c"`, "second"),
  );
  assert.equal(photo(result, "selfie"), "first");
  assert.deepEqual(result.unexpected, ["selfie"]);
});

test("unknown parts are skipped and reported by name", async () => {
  const result = await form(part(`name="other"; filename="a"`, "x".repeat(100_000)), part(`name="selfie"`, "two"));
  assert.equal(photo(result, "selfie"), "two");
  assert.deepEqual(result.unexpected, ["other"]);
});

test("an epilogue after the last boundary is ignored", async () => {
  const result = await readForm(
    stream(part(`name="selfie"`, "two"), end, Buffer.from("epilogue")),
    contentType,
    wanted,
  );
  assert.equal(result.outcome, "read");
});

const malformed: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  "no boundary": Buffer.from("hello"),
  "another boundary": Buffer.from(part(`name="selfie"`, "two").toString().replace("--x", "--y")),
  "a part that does not end": part(`name="selfie"`, "two"),
  "a part header that does not end": Buffer.from(`--x\r\nContent-Disposition: form-data; name="selfie"`),
  "a name of a thousand characters": Buffer.concat([part(`name="${"n".repeat(1000)}"`, "two"), end]),
  "a thousand parts": Buffer.concat([...Array.from({ length: 1000 }, (_, i) => part(`name="p${i}"`, "two")), end]),
};
for (const [name, body] of Object.entries(malformed)) {
  test(`${name} is malformed`, async () => {
    assert.deepEqual(await readForm(stream(body), contentType, wanted), { outcome: "malformed" });
  });
}

for (const type of ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary"]) {
  test(`"${type}" without a boundary is malformed`, async () => {
    assert.deepEqual(await readForm(stream(end), type, wanted), { outcome: "malformed" });
  });
}

test("a photo of exactly the limit is read, and one byte more is too large, by name", async () => {
  const whole = await form(part(`name="selfie"`, Buffer.alloc(photoBytesMax)));
  assert.equal(whole.photos.get("selfie")?.length, photoBytesMax);
  assert.deepEqual(await read(part(`name="selfie"`, Buffer.alloc(photoBytesMax + 1))), {
    outcome: "too_large",
    part: "selfie",
  });
});

test("reading stops where the photo is too large, and does not wait for the rest", async () => {
  let sent = 0;
  const endless = Readable.from(
    (async function* () {
      yield part(`name="selfie"`).subarray(0, -2);
      for (;;) {
        sent += 65_536;
        await nextTurn();
        yield Buffer.alloc(65_536);
      }
    })(),
  );
  assert.deepEqual(await readForm(endless, contentType, wanted), { outcome: "too_large", part: "selfie" });
  endless.destroy();
  assert.ok(sent < photoBytesMax + 10 * 65_536);
});

test("unknown parts count against the whole request", async () => {
  const result = await read(part(`name="other"`, Buffer.alloc(multipartBytesMax(2))));
  assert.deepEqual(result, { outcome: "too_large" });
});

test("a body that stalls, and one whose client goes away, end the reading", async () => {
  const stalled = new Readable({ read: () => {} });
  stalled.push(part(`name="selfie"`, "two"));
  assert.deepEqual(
    await readForm(stalled, contentType, wanted, { pace: { windowMs: 20, windowBytesMin: 1, totalMs: 60_000 } }),
    { outcome: "slow" },
  );
  const gone = new Readable({ read: () => {} });
  const reading = readForm(gone, contentType, wanted);
  gone.push(part(`name="selfie"`, "two"));
  gone.destroy();
  assert.deepEqual(await reading, { outcome: "gone" });
});
