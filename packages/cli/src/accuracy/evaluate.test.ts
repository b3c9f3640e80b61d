import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { testModels } from "@selfsame/photo/testing/engine/test-models";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "selfsame-evaluate-"));
after(() => rmSync(folder, { recursive: true }));

const selfsame = (args: readonly string[]) =>
  run(process.execPath, [join(import.meta.dirname, "../selfsame.js"), "evaluate", ...args], {
    env: { ...process.env, SELFSAME_WORKERS: "1" },
  });

before(async () => {
  await testModels();
  for (const kind of ["live/day", "spoof/blank", "spoof/screen"])
    mkdirSync(join(folder, "photos", kind), { recursive: true });
  const write = async (path: string, name: string) => writeFileSync(join(folder, "photos", path), await portrait(name));
  await write("live/day/amal.png", "amal");
  await write("live/day/amal-selfie.jpg", "amal-selfie");
  await write("live/day/bea.jpg", "bea");
  await write("spoof/screen/bea.jpg", "bea");
  // Shows no face, so this kind of attack has no score at all.
  await write("spoof/blank/wall.jpg", "wall");
});

test("errors by group and spoof scores of real photos, with nothing said of what has no face", async () => {
  const pairs = [
    "path_a,path_b,same,gender,light",
    "photos/live/day/amal.png,photos/live/day/amal-selfie.jpg,1,female,day",
    "photos/live/day/amal.png,photos/live/day/bea.jpg,0,female,day",
    "photos/live/day/bea.jpg,photos/spoof/blank/wall.jpg,1,female,night",
  ];
  writeFileSync(join(folder, "pairs.csv"), pairs.join("\n"));
  const out = join(folder, "out");
  const json = join(folder, "results.json");
  const { stdout } = await selfsame([
    "--pairs",
    join(folder, "pairs.csv"),
    "--groups",
    "gender,light",
    "--spoof",
    join(folder, "photos"),
    "--out",
    out,
    "--json",
    json,
  ]);
  const page = readFileSync(join(out, "groups.html"), "utf8");
  const figures = readFileSync(json, "utf8");
  for (const [name, text] of Object.entries({ stdout, page, figures })) {
    assert.doesNotMatch(text, /NaN|Infinity|undefined/, name);
  }
  assert.match(page, /female day/);
  assert.match(stdout, /Failed to detect 1/);
  const { pairs: all, groups, spoof } = JSON.parse(figures);
  assert.equal(all.atDefault.falseNonMatchRate, 0, "the same person, on two days");
  assert.equal(all.byThreshold.length, 61);
  assert.equal(all.byThreshold.at(-1).threshold, 1);
  assert.equal(groups.groups[0].byThreshold.length, 61);
  assert.equal(groups.groups[0].falseMatch.pairs, 1);
  assert.equal(spoof.failures.length, 1);
  assert.deepEqual(
    spoof.kinds.map(({ kind }: { readonly kind: string }) => kind),
    ["screen"],
    "no rate of what was not scored",
  );
  assert.match(readFileSync(join(out, "spoof.svg"), "utf8"), /screen/);
  const printed = readFileSync(join(out, "report.html"), "utf8");
  assert.match(printed, /<th scope="col">APCER<\/th>/);
  assert.doesNotMatch(printed, /NaN|Infinity|undefined/);
  const scores = readFileSync(join(out, "spoof.csv"), "utf8").trimEnd().split("\n");
  assert.equal(scores.length, 6);
  const wall = scores.find((row) => row.includes("wall.jpg"));
  assert.match(wall ?? "", /,0,"blank","blank\/wall",$/, "the photo is listed, without a score");
});

test("a spoof folder in which no attack shows a face says so instead of figures", async () => {
  const only = join(folder, "only");
  mkdirSync(join(only, "live"), { recursive: true });
  mkdirSync(join(only, "spoof"), { recursive: true });
  writeFileSync(join(only, "live/bea.jpg"), await portrait("bea"));
  writeFileSync(join(only, "spoof/wall.jpg"), await portrait("wall"));
  const json = join(folder, "only.json");
  const { stdout } = await selfsame(["--spoof", only, "--out", join(folder, "out-only"), "--json", json]);
  assert.doesNotMatch(stdout + readFileSync(json, "utf8"), /NaN|Infinity|undefined/);
  assert.match(stdout, /no attack/i);
});

test("a folder for each person gives both errors by group, what cannot be measured, and a recommendation", async () => {
  const people = join(folder, "people");
  for (const [person, photos] of [
    ["amal", ["amal", "amal-selfie"]],
    ["bea", ["bea"]],
  ] as const) {
    mkdirSync(join(people, person), { recursive: true });
    for (const name of photos) writeFileSync(join(people, person, `${name}.jpg`), await portrait(name));
  }
  writeFileSync(join(people, "people.csv"), "person,gender\namal,female\nbea,female\n");
  const json = join(folder, "people.json");
  const args = ["--groups", "gender", "--out", join(folder, "out-people"), "--json", json];
  const { stdout } = await selfsame(["--people", people, ...args]);
  assert.match(stdout, /1 genuine, 2 impostor/);
  assert.match(stdout, /female +FMR +not measurable with 2 pairs; 30,000 needed/);
  assert.match(stdout, /FNMR not measurable with 1 pairs; 300 needed/);
  assert.match(stdout, /TAR at FAR 1e-3 +not measurable with 2 impostor pairs; 1000 needed/);
  assert.match(stdout, /Recommendation +threshold 0\.70: the default/);
  assert.match(
    stdout,
    /2,999 more genuine pairs would settle the FNMR, 299,998 more impostor pairs would settle the FMR/,
  );
  assert.doesNotMatch(stdout, /\b0\.0+ %/, "no rate of 0 from a few pairs");
  const { recommendation, groups } = JSON.parse(readFileSync(json, "utf8"));
  assert.deepEqual([recommendation.threshold, recommendation.falseNonMatch.pairs], [0.7, 1]);
  assert.equal(groups.groups[0].falseMatch.people, 2);
  const page = readFileSync(join(folder, "out-people/report.html"), "utf8");
  assert.match(page, /failures to acquire \(FTA\)<\/th><td>0 of 3 photos/);
  assert.match(page, /0\.70 \(default\)<\/th><td>not measurable with 2 pairs; 30,000 needed/);
  assert.match(page, /<h3>By gender, at 0\.7<\/h3>/);
  assert.match(page, /<th scope="row">embed<\/th><td>mobilefacenet-reid<\/td><td><code>[0-9a-f]{64}/);
  await assert.rejects(selfsame(["--people", people, "--pairs", "x.csv"]), /not both/);
  // The same photos in another folder, under other names.
  const moved = join(folder, "moved");
  for (const [from, to] of [
    ["amal/amal.jpg", "x/1.jpg"],
    ["amal/amal-selfie.jpg", "x/2.jpg"],
    ["bea/bea.jpg", "y/1.jpg"],
  ] as const) {
    mkdirSync(join(moved, to, ".."), { recursive: true });
    writeFileSync(join(moved, to), readFileSync(join(people, from)));
  }
  writeFileSync(join(moved, "people.csv"), "person,gender\nx,female\ny,female\n");
  await selfsame(["--people", moved, "--groups", "gender", "--out", join(folder, "out-moved")]);
  assert.equal(readFileSync(join(folder, "out-moved/report.html"), "utf8"), page, "the same files, the same bytes");
});

test("references are measured as documents write them, patterns and JPEG 2000 included", async () => {
  const pairs = "path_a,path_b,same\nphotos/live/day/amal.png,photos/live/day/amal-selfie.jpg,1\n";
  writeFileSync(join(folder, "documents.csv"), pairs);
  const json = join(folder, "documents.json");
  const args = ["--documents", join(folder, "documents.csv"), "--out", join(folder, "out-documents"), "--json", json];
  const { stdout } = await selfsame(args);
  assert.match(stdout, /like those in documents, 1 genuine pairs/);
  assert.match(stdout, /JPEG 2000, 5 kB +FNMR 0\.0 % .* of 1; no face 0/);
  assert.match(stdout, /overlay: kinegram, strong +FNMR .*overlay 100\.0 %/);
  const { documents } = JSON.parse(readFileSync(json, "utf8")) as { documents: { references: readonly unknown[] } };
  assert.equal(documents.references.length, 17);
});
