/**
 * `node bench/peers/time-peer.ts human|face-api|face-api-tiny FOLDER`: times a peer library on the photos in a folder and prints the times as JSON.
 * One process for each library, since each has its own TensorFlow back end. The work is the same for all: from the file's bytes to the descriptor of
 * one face, decoded by the same decoder (sharp), with no other features enabled.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { timeEach } from "../measuring/measure.ts";
import { faceApi } from "./face-api.ts";
import { human } from "./human.ts";
import type { Describe } from "./tensorflow.ts";

const rounds = 4;
const peers: Readonly<Record<string, () => Promise<Describe>>> = {
  human,
  "face-api": async () => faceApi("ssdMobilenetv1"),
  "face-api-tiny": async () => faceApi("tinyFaceDetector"),
};

const [name = "", folder = ""] = process.argv.slice(2);
const peer = peers[name];
if (peer === undefined) throw new Error(`one of ${Object.keys(peers).join(", ")}, then a folder of photos`);
const describe = await peer();
const photos = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
let found = 0;
const timing = await timeEach(photos, rounds, async (photo) => {
  const length = await describe(await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true }));
  if (length > 0) found += 1;
});
const share = found / (photos.length * (rounds + 1));
// human prints to stdout itself, so the last line is the result.
console.log(JSON.stringify({ timing, foundShare: share }));
process.exit();
