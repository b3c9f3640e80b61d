/** Add, calibrate, use, serve, verify: with a tiny recognizer generated here, on the faces of the sample photos, tinted to make many people. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import { createRandom } from "@selfsame/lab/calibrate/random";
import { catalogEntry } from "@selfsame/photo/models/catalog/catalog";
import { readInstalled } from "@selfsame/photo/models/catalog/installed";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import { mosaicModel } from "@selfsame/photo/testing/engine/small-models";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { until } from "@selfsame/platform/testing/until";
import { samplePortrait } from "@selfsame/photo/testing/photos/sample-photos";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "selfsame-models-"));
const [modelsDir, people] = [join(folder, "models"), join(folder, "people")];
after(() => rmSync(folder, { recursive: true }));

const env = {
  ...process.env,
  NODE_TEST_CONTEXT: undefined,
  SELFSAME_MODELS_DIR: modelsDir,
  SELFSAME_DATA_DIR: join(folder, "data"),
  SELFSAME_WORKERS: "1",
};
const command = join(import.meta.dirname, "../selfsame.js");
const models = async (...args: readonly string[]) =>
  (await run(process.execPath, [command, "models", ...args], { env })).stdout;

/** The error message of a rejected command. */
async function refusal(...args: readonly string[]): Promise<string> {
  const failed = await models(...args).then(
    () => undefined,
    (error: { readonly code: number; readonly stderr: string }) => error,
  );
  assert.equal(failed?.code, 1, `models ${args.join(" ")} was not refused`);
  return failed?.stderr ?? "";
}

const peopleCount = 90;

/** Writes two photos for each person, one of three faces in its own tint; the second photo is a little darker. */
async function writePeople(): Promise<void> {
  const faces = [await samplePortrait(), await portrait("bea"), await portrait("amal-selfie")];
  const random = createRandom(1);
  for (let person = 0; person < peopleCount; person++) {
    const dir = join(people, `person-${person}`);
    mkdirSync(dir, { recursive: true });
    const colors = Buffer.from(Array.from({ length: 6 * 7 * 3 }, () => Math.floor(random() * 256)));
    const tint = await sharp(colors, { raw: { width: 6, height: 7, channels: 3 } })
      .resize(240, 280, { kernel: "cubic" })
      .ensureAlpha(0.2)
      .png()
      .toBuffer();
    const face = sharp(faces[person % faces.length]).resize(240, 280, { fit: "cover" });
    const tinted = await face
      .composite([{ input: tint }])
      .png()
      .toBuffer();
    await sharp(tinted).jpeg().toFile(join(dir, "one.jpg"));
    await sharp(tinted).linear(0.9, 4).jpeg().toFile(join(dir, "two.jpg"));
  }
}

const model = mosaicModel(14);

before(async () => {
  const shipped = await testModels();
  mkdirSync(modelsDir);
  for (const { source } of [
    shipped.manifest.models.detect,
    shipped.manifest.models.landmarks,
    ...shipped.manifest.models.spoof.networks,
    shipped.manifest.models.embed,
    shipped.manifest.models.eyes,
    shipped.manifest.models.pose,
  ]) {
    if ("npm" in source)
      copyFileSync(join(shipped.modelsDir, basename(source.file)), join(modelsDir, basename(source.file)));
  }
  const any = catalogEntry("auraface-v1");
  writeFileSync(join(folder, "mosaic.onnx"), model);
  const card = {
    ...any,
    name: "mosaic",
    title: "The mean color of 64 squares",
    source: undefined,
    sizeBytes: model.length,
    sha256: createHash("sha256").update(model).digest("hex"),
    license: {
      spdx: "Apache-2.0",
      commercial: "no",
      trainingPhotos: "None: it has no weights.",
      accept: "I know that it recognizes nobody.",
    },
    dimensions: 192,
  };
  writeFileSync(join(folder, "card.json"), JSON.stringify(card));
  await writePeople();
});

test("a recognizer is added, calibrated, used and serves; before each step the next is refused with a sentence", async () => {
  const [file, card] = [join(folder, "mosaic.onnx"), join(folder, "card.json")];
  assert.match(
    await refusal("add", file, "--as", "mosaic", "--card", card),
    /does not allow commercial use.*I know that it recognizes nobody.*--accept-license/s,
  );
  assert.match(await refusal("use", "mosaic"), /has not been added/);
  assert.match(await refusal("add", "default"), /The default is there already/);
  assert.match(await refusal("add", "default", "--detector", "yunett"), /it has yunet, scrfd-10g/);
  assert.match(
    await refusal("add", "default", "--detector", "scrfd-10g"),
    /scrfd-10g, .*does not allow commercial use/,
  );
  assert.match(await refusal("add", "sface", "--detector-file", file), /needs --detector NAME/);
  assert.match(await models("add", file, "--as", "mosaic", "--card", card, "--accept-license"), /mosaic is added/);
  assert.match(await models("list"), /mosaic +not calibrated/);
  assert.match(await refusal("use", "mosaic"), /not calibrated: nobody knows yet what its scores mean/);

  const state = await killedCalibration();
  // As if the first photo had shown no face.
  writeFileSync(state, readFileSync(state, "utf8").replace(/"vector":"[^"]*"/, '"vector":null'));
  const calibrated = await models("calibrate", "mosaic", "--people", people);
  assert.match(calibrated, /Faces were found in 179 of 180 photos/, "it went on with what the killed one had done");
  assert.ok(!existsSync(state), "no embedding is left");
  assert.match(calibrated, /people at random, part 5/);
  assert.match(calibrated, /rests on \d{5} impostor pairs, the FNMR on \d\d genuine pairs/);
  assert.match(await models("use", "mosaic"), /From its next start the service runs with mosaic/);
  assert.match(await models("list"), /mosaic +in use/);
  assert.match(await models("verify"), /mosaic is good/);
  assert.match(await refusal("remove", "mosaic"), /in use\. Choose another first/);
  assert.equal(await servedModel(), "mosaic");

  const own = join(modelsDir, "added/mosaic/model.onnx");
  writeFileSync(own, model.subarray(1));
  await assert.rejects(models("verify"), ({ code, stdout }) => code === 1 && /mosaic is damaged/.test(stdout));
  assert.match(await models("use", "default"), /the default recognizer/);
  assert.match(await refusal("use", "mosaic"), /mosaic is damaged.*same as before/);
  assert.match(await models("remove", "mosaic"), /removed/);
  assert.doesNotMatch(await models("list"), /mosaic/);
});

test("a pair: a second recognizer beside the default's first is calibrated, serves, and is compared by a command each", async () => {
  const [file, card] = [join(folder, "mosaic.onnx"), join(folder, "pair.json")];
  const alone = JSON.parse(readFileSync(join(folder, "card.json"), "utf8")) as object;
  writeFileSync(card, JSON.stringify({ ...alone, name: "pair", second: { id: "second", weight: 0.4, band: 4 } }));
  await models("add", file, "--as", "pair", "--card", card, "--accept-license");
  assert.match(await models("list"), /pair +not calibrated/);

  const calibrated = await models("calibrate", "pair", "--people", people);
  assert.match(calibrated, /rests on \d{5} impostor pairs/);
  const { embed } = readInstalled(modelsDir, "pair").manifest.models;
  const { around = assert.fail(), cohort } = embed.second?.calibration ?? {};
  assert.ok(Number.isFinite(around) && cohort && cohort.path !== embed.calibration?.cohort?.path);
  assert.match(await models("verify"), /pair is good/);
  await models("use", "pair");
  assert.equal(await servedModel(), "pair");
  await models("use", "default");

  const pairs = ["path_a,path_b,same,light"];
  for (let i = 0; i < 4; i++) {
    pairs.push(`people/person-${i}/one.jpg,people/person-${i}/two.jpg,1,day`);
    pairs.push(`people/person-${i}/one.jpg,people/person-${i + 1}/two.jpg,0,day`);
  }
  writeFileSync(join(folder, "pairs.csv"), pairs.join("\n"));
  const json = join(folder, "compared.json");
  const of = ["--pairs", join(folder, "pairs.csv"), "--groups", "light", "--json", json];
  const compared = await models("compare", "default", "pair", ...of);
  assert.match(compared, /default +pair/);
  assert.match(compared, /pairs scored +8 of 8 +8 of 8/);
  assert.match(compared, /day +.*4 pairs/);
  assert.match(compared, /time a photo +\d+ ms +\d+ ms\nmemory of a worker +\d+ MB +\d+ MB/);
  assert.match(compared, /FNMR of pair minus FNMR of default: -?\d+\.\d\d percentage points/);
  assert.doesNotMatch(compared, /NaN|undefined|Infinity/);
  const figures = JSON.parse(readFileSync(json, "utf8"));
  assert.deepEqual(
    figures.models.map(({ name, figures: { scored } }: { name: string; figures: { scored: number } }) => [
      name,
      scored,
    ]),
    [
      ["default", 8],
      ["pair", 8],
    ],
  );
  assert.ok(figures.models[1].memoryBytes > 50e6);
  assert.match(await refusal("compare", "default", "default", ...of), /two different models/);
  assert.match(await refusal("compare", "default", "sface", ...of), /sface" has not been added/);
  assert.match(await refusal("compare", "default", "pair"), /--pairs FILE or --people FOLDER/);

  await models("remove", "pair");
});

test("the default of earlier versions is there without having been added, and cannot be removed", async () => {
  assert.match(await models("list"), /mobilefacenet-512 +calibrated/);
  assert.match(await models("verify"), /mobilefacenet-512 is good/);
  assert.match(await models("use", "mobilefacenet-512"), /runs with mobilefacenet-512/);
  assert.equal(await servedModel(), "mobilefacenet-512");
  assert.match(await refusal("remove", "mobilefacenet-512"), /comes with Selfsame/);
  await models("use", "default");
});

test("the default is measured in the same way beside its shipped table, which stays as it is", async () => {
  const before = readFileSync(defaultManifestPath);
  const measured = await models("calibrate", "default", "--people", people);
  assert.match(measured, /rests on \d{5} impostor pairs, the FNMR on \d\d genuine pairs/);
  const [, beside = ""] = measured.split("comes with, beside that of these photos:");
  const rows = beside.split("\n").filter((line) => /│ +\d+ +│/.test(line));
  const { table = [] } = readManifest().models.embed.calibration ?? {};
  assert.equal(rows.length, table.length);
  for (const [i, { falseNonMatchRate }] of table.entries())
    assert.ok(rows[i]?.includes(` ${falseNonMatchRate} `), rows[i]);
  assert.match(beside, /Nothing was written/);
  assert.deepEqual(readFileSync(defaultManifestPath), before);
  assert.doesNotMatch(await models("list"), /default +not calibrated/);
});

test("too few people make no calibration, and the message says how many do", async () => {
  const few = join(folder, "few");
  for (const person of ["person-0", "person-1"]) {
    mkdirSync(join(few, person), { recursive: true });
    copyFileSync(join(people, person, "one.jpg"), join(few, person, "one.jpg"));
  }
  await models(
    "add",
    join(folder, "mosaic.onnx"),
    "--as",
    "mosaic",
    "--card",
    join(folder, "card.json"),
    "--accept-license",
  );
  assert.match(
    await refusal("calibrate", "mosaic", "--people", few),
    /needs 10000 pairs of different people, such as one photo of each of 142; faces were found for 1/,
  );
  const table = run(process.execPath, [command, "evaluate", "--table", "--people", few], { env });
  await assert.rejects(table, ({ stderr }) => /needs 10000 pairs of different people/.test(stderr));
});

test("killed in the middle of a download, the same command goes on, and nothing half is there before", async (t) => {
  let asked = 0;
  const ranges: (string | undefined)[] = [];
  const host = createServer((request, response) => {
    asked++;
    ranges.push(request.headers.range);
    const from = asked === 1 ? 0 : 50;
    const range = from > 0 && { "content-range": `bytes ${from}-${model.length - 1}/${model.length}` };
    response.writeHead(from > 0 ? 206 : 200, { etag: '"one"', "content-length": model.length - from, ...range });
    if (asked === 1) response.write(model.subarray(0, 50));
    else response.end(model.subarray(from));
  });
  await new Promise<void>((resolve) => void host.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    host.closeAllConnections();
    host.close();
  });
  const mirrored = { ...env, SELFSAME_MODELS_MIRROR: `http://127.0.0.1:${(host.address() as AddressInfo).port}` };
  const card = JSON.parse(readFileSync(join(folder, "card.json"), "utf8"));
  const linked = { ...card, name: "linked", source: { url: "https://models.example.com/linked.onnx" } };
  writeFileSync(join(folder, "linked.json"), JSON.stringify(linked));
  const args = [command, "models", "add", "linked", "--card", join(folder, "linked.json"), "--accept-license"];
  const killed = spawn(process.execPath, args, { env: mirrored, stdio: "ignore" });
  const part = join(modelsDir, "added/.linked.part");
  await until(() => existsSync(part) && statSync(part).size === 50);
  const gone = once(killed, "exit");
  killed.kill("SIGKILL");
  await gone;
  assert.doesNotMatch(await models("list"), /linked/);
  const { stdout } = await run(process.execPath, args, { env: mirrored });
  assert.match(stdout, /linked is added/);
  assert.deepEqual(ranges, [undefined, "bytes=50-"]);
  assert.deepEqual(
    readdirSync(join(modelsDir, "added")).filter((name) => name.startsWith(".linked")),
    [],
  );
});

test("a download goes through the proxy of the environment, which resolves the name", async (t) => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer().on("connect", ({ url }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => void proxy.close());
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const proxied = { ...env, HTTPS_PROXY, NO_PROXY: "", no_proxy: "", https_proxy: HTTPS_PROXY };
  await assert.rejects(run(process.execPath, [command, "models", "add", "sface"], { env: proxied }), ({ stderr }) =>
    /sface did not arrive whole/.test(stderr),
  );
  assert.deepEqual(asked, ["github.com:443"]);
});

/** Kills `calibrate` after a few photos. @returns the file that it left behind */
async function killedCalibration(): Promise<string> {
  const args = [command, "models", "calibrate", "mosaic", "--people", people];
  const killed = spawn(process.execPath, args, { env, stdio: "ignore" });
  const gone = once(killed, "exit");
  const folder = join(modelsDir, "added/mosaic");
  const state = () => join(folder, readdirSync(folder).find((name) => name.startsWith(".embedded-")) ?? "not-yet");
  await until(() => existsSync(state()) && readFileSync(state(), "utf8").split("\n").length > 5);
  killed.kill("SIGKILL");
  await gone;
  return state();
}

/** Starts the service, verifies one person, and stops it. @returns the model's name in the embedding contract */
async function servedModel(): Promise<string> {
  const child = spawn(process.execPath, [command, "serve"], {
    env: { ...env, PORT: "0", SELFSAME_API_KEY: "a-key-for-this-test-only", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let output = "";
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) break;
    }
    child.stdout.resume();
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
    const body = new FormData();
    for (const name of ["reference", "selfie"])
      body.set(name, new Blob([new Uint8Array(await portrait("amal"))]), "a.png");
    const response = await fetch(`${url}/api/v3/verify`, {
      method: "POST",
      headers: { authorization: "Bearer a-key-for-this-test-only" },
      body,
    });
    const answer = (await response.json()) as {
      readonly data: { readonly match: boolean };
      readonly meta: { readonly model: string };
    };
    assert.equal(response.status, 200, JSON.stringify(answer));
    assert.equal(answer.data.match, true, "a photo and itself");
    return answer.meta.model.replace(/-[0-9a-f]{12}$/, "");
  } finally {
    child.kill("SIGKILL");
  }
}
