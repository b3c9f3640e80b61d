/**
 * `node bench/drawn-screens.ts --photos FOLDER`: portraits on drawn screens, and the share that the passive liveness check accepts as live, by kind
 * of screen. A drawn screen has the pixels of the photo itself, without moiré or a second camera's blur: only its border gives it away. Kinds marked
 * `held out` were drawn after everything was chosen; nothing may be chosen on them.
 */
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createRandom } from "../packages/lab/src/calibrate/random.ts";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import { wilson } from "../packages/lab/src/evaluate/statistics/interval.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";

const [width, height] = [720, 960];

interface Screen {
  readonly name: string;
  readonly heldOut?: true;
  /** Size of the picture on the screen, centered in the photo. If larger than the photo, only its borders are visible. */
  readonly picture: { readonly width: number; readonly height: number };
  /** Pixels of bezel, and of the corners' radius. */
  readonly bezel: number;
  readonly radius: number;
  readonly bezelColour: string;
  readonly ground: string;
  /** Offset from the center, which moves sides out of the photo. */
  readonly off?: readonly [x: number, y: number];
  /** SVG of other screen content, in screen pixels from the top left corner. */
  readonly furniture?: (width: number, height: number) => string;
}

const dark = "#161616";
const statusBar = (w: number) =>
  `<rect width="${w}" height="34" fill="#101010"/><text x="22" y="24" font-size="20" fill="#ddd">9:41</text><rect x="${w - 60}" y="10" width="38" height="15" fill="#ddd"/>`;
const page = (w: number, h: number) =>
  `<rect width="${w}" height="90" fill="#f4f4f4"/><rect y="${h - 120}" width="${w}" height="120" fill="#f4f4f4"/><rect x="20" y="30" width="${w - 40}" height="30" rx="15" fill="#ddd"/>`;

const screens: readonly Screen[] = [
  {
    name: "phone, all of it, on a desk",
    picture: { width: 470, height: 760 },
    bezel: 22,
    radius: 46,
    bezelColour: dark,
    ground: "#b79a78",
  },
  {
    name: "phone, all of it, dark on dark",
    picture: { width: 470, height: 760 },
    bezel: 22,
    radius: 46,
    bezelColour: "#121212",
    ground: "#2a2a2c",
  },
  {
    name: "phone, slivers of four sides",
    picture: { width: 690, height: 930 },
    bezel: 40,
    radius: 30,
    bezelColour: dark,
    ground: "#444",
  },
  {
    name: "monitor, slivers of two sides",
    picture: { width: 900, height: 1100 },
    bezel: 60,
    radius: 0,
    bezelColour: "#1c1c1c",
    ground: "#777",
    off: [110, 90],
  },
  {
    name: "monitor, one side",
    picture: { width: 1000, height: 1400 },
    bezel: 60,
    radius: 0,
    bezelColour: "#1c1c1c",
    ground: "#777",
    off: [165, 0],
  },
  {
    name: "phone with a status bar",
    picture: { width: 700, height: 900 },
    bezel: 30,
    radius: 30,
    bezelColour: dark,
    ground: "#333",
    furniture: statusBar,
  },
  {
    name: "picture on a web page",
    picture: { width: 640, height: 900 },
    bezel: 50,
    radius: 0,
    bezelColour: "#222",
    ground: "#888",
    furniture: page,
  },
  {
    name: "tablet with a white bezel",
    picture: { width: 540, height: 720 },
    bezel: 46,
    radius: 10,
    bezelColour: "#e8e8e6",
    ground: "#6d5c4b",
  },
  {
    name: "tablet, three sides",
    heldOut: true,
    picture: { width: 680, height: 1100 },
    bezel: 44,
    radius: 24,
    bezelColour: "#1a1a1d",
    ground: "#999",
    off: [0, 105],
  },
  {
    name: "laptop, a corner of it",
    heldOut: true,
    picture: { width: 980, height: 1180 },
    bezel: 50,
    radius: 8,
    bezelColour: "#202022",
    ground: "#c9c9c9",
    off: [150, 130],
  },
];

/** A camera's photo of the screen: tilted, with soft edges and sensor noise. */
async function drawn(file: string, screen: Screen, random: () => number): Promise<Buffer> {
  const { picture, bezel, radius, furniture, off = [0, 0] } = screen;
  const jpeg = await sharp(file)
    .resize(picture.width, picture.height, { fit: "cover", position: "top" })
    .jpeg()
    .toBuffer();
  const tilt = (random() - 0.5) * 14;
  const [x, y] = [(width - picture.width) / 2 + off[0], (height - picture.height) / 2 + off[1]];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${screen.ground}"/>
    <g transform="rotate(${tilt} ${width / 2} ${height / 2}) translate(${x} ${y})">
      <rect x="${-bezel}" y="${-bezel}" width="${picture.width + 2 * bezel}" height="${picture.height + 2 * bezel}" rx="${radius + bezel / 2}" fill="${screen.bezelColour}"/>
      <clipPath id="c"><rect width="${picture.width}" height="${picture.height}" rx="${radius}"/></clipPath>
      <g clip-path="url(#c)"><image href="data:image/jpeg;base64,${jpeg.toString("base64")}" width="${picture.width}" height="${picture.height}"/>
      ${furniture?.(picture.width, picture.height) ?? ""}</g>
    </g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .blur(0.7)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let i = 0; i < data.length; i++)
    data[i] = Math.min(255, Math.max(0, (data[i] as number) + (random() + random() - 1) * 9));
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

const { values } = parseArgs({ options: { photos: { type: "string" }, out: { type: "string" } } });
const folder = values.photos ?? ".";
const files = globSync("**/*.{jpg,jpeg,png}", { cwd: folder })
  .toSorted()
  .map((path) => join(folder, path));
const models = await testModels();
const engine = await createEngine({
  models,
  workers: availableParallelism(),
  limits: { queueLength: 100_000, waitMs: 3_600_000 },
});
const random = createRandom(7);

async function share(name: string, photos: readonly (Buffer | Promise<Buffer>)[]): Promise<void> {
  const results = await Promise.all(photos.map(async (photo) => engine.analyze(await photo, { spoof: true })));
  const seen = results.flatMap((one) => (one.outcome === "analyzed" && one.spoof ? [one.spoof] : []));
  const live = seen.filter(({ result }) => result === "live").length;
  const [low, high] = wilson(live, seen.length).map((rate) => (100 * rate).toFixed(0));
  console.log(
    `${name.padEnd(46)} ${((100 * live) / seen.length).toFixed(0).padStart(4)} % live (${low} to ${high}) of ${seen.length}`,
  );
}

await share(
  "the portraits themselves",
  files.map((file) => sharp(file).toBuffer()),
);
for (const screen of screens) {
  const photos = [];
  for (const file of files) photos.push(await drawn(file, screen, random));
  if (values.out) await sharp(photos[0]).toFile(join(values.out, `${screen.name.replaceAll(/\W+/g, "-")}.png`));
  await share(`${screen.name}${screen.heldOut ? ", held out" : ""}`, photos);
}
await engine.stop();
