import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { cleanLogo } from "./clean-logo.ts";

const svg = (inside: string, size = 'width="240" height="60"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  );

const never = new AbortController().signal;

async function cleaned(file: Uint8Array) {
  const result = await cleanLogo(file, never);
  assert.equal(result.outcome, "cleaned");
  return result.png;
}

/** An interlaced PNG: it cannot be made smaller before its last pass is decoded, and takes 64 MB. */
const interlaced = () =>
  sharp({ create: { width: 4000, height: 3990, channels: 4, background: "#12345680" } })
    .png({ progressive: true })
    .toBuffer();

const tenfold = (id: number) => `<g id="g${id + 1}">${`<use href="#g${id}"/>`.repeat(10)}</g>`;
/** One kilobyte that draws a hundred thousand blurred rectangles. */
const endless = svg(
  `<filter id="f"><feTurbulence baseFrequency=".1"/><feGaussianBlur stdDeviation="9"/></filter>` +
    `<defs><g id="g0"><rect width="240" height="60" opacity=".5" filter="url(#f)"/></g>${[0, 1, 2, 3, 4].map(tenfold).join("")}</defs><use href="#g5"/>`,
);

describe("a logo", () => {
  test("as SVG is drawn as PNG, sharp, and nothing of its text is left", async () => {
    const file = svg('<script>alert(1)</script><rect width="240" height="60" fill="#0a6b4f" onload="alert(2)"/>');
    const png = await cleaned(file);
    const { format, width, height } = await sharp(png).metadata();
    assert.deepEqual([format, width, height], ["png", 480, 120]);
    assert.ok(!png.includes("alert"));
    const [red, green, blue] = await sharp(png).raw().toBuffer();
    assert.deepEqual([red, green, blue], [0x0a, 0x6b, 0x4f]);
  });

  test("as SVG may be tall, or wide", async () => {
    for (const [size, drawn] of [
      ['width="10" height="9000"', [1, 160]],
      ['width="9000" height="10"', [480, 1]],
    ] as const) {
      const { width, height } = await sharp(await cleaned(svg('<rect width="9000" height="9000"/>', size))).metadata();
      assert.deepEqual([width, height], drawn);
    }
  });

  test("as SVG loads nothing from elsewhere", async () => {
    // A file that exists, and that the drawing process may read.
    const file = join(import.meta.dirname, "../../../../dashboard/public/icon.svg");
    const drawn = await sharp(file).resize(60, 60).ensureAlpha().raw().toBuffer();
    assert.ok(drawn.some((value) => value > 0));
    for (const href of [pathToFileURL(file).href, file]) {
      const png = await cleaned(svg(`<image href="${href}" xlink:href="${href}" width="60" height="60"/>`));
      const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
      assert.ok(pixels.every((value) => value === 0));
    }
  });

  test("as PNG keeps its size where it is small, and loses its metadata", async () => {
    const file = await sharp({ create: { width: 100, height: 40, channels: 4, background: "#12345680" } })
      .withExif({ IFD0: { Copyright: "a secret" } })
      .png()
      .toBuffer();
    const png = await cleaned(file);
    const { width, height, hasAlpha, exif } = await sharp(png).metadata();
    assert.deepEqual([width, height, hasAlpha, exif], [100, 40, true, undefined]);
  });

  test("that is large is made smaller", async () => {
    const file = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const { width, height } = await sharp(await cleaned(file)).metadata();
    assert.deepEqual([width, height], [480, 160]);
  });

  test("is not drawn where it takes more time than a picture is worth", async () => {
    const { outcome } = await cleanLogo(endless, never);
    // Ends by processor time, or by the clock on a machine that has no processor time left.
    assert.ok(outcome === "unreadable" || outcome === "busy", outcome);
  });

  test("is drawn no further when the request has gone", async () => {
    const leaving = new AbortController();
    const drawing = cleanLogo(endless, leaving.signal);
    leaving.abort();
    assert.deepEqual(await drawing, { outcome: "busy" });
    assert.deepEqual(await cleanLogo(endless, leaving.signal), { outcome: "busy" });
  });

  const none: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array])[] = [
    [
      "a JPEG",
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .jpeg()
          .toBuffer(),
    ],
    ["noise", () => randomBytes(2000)],
    ["nothing", () => new Uint8Array()],
    ["an SVG without a size that a picture can have", () => svg("", 'width="900000" height="900000"')],
    ["a PNG that takes more memory than its process may have", interlaced],
    ["an SVG that is cut off", () => svg("<g>").subarray(0, 60)],
  ];
  for (const [what, make] of none) {
    test(`is not ${what}`, async () => {
      assert.deepEqual(await cleanLogo(await make(), never), { outcome: "unreadable" });
    });
  }
});
