import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  type DetectEntry,
  type Manifest,
  modelsOf,
  type SecondEntry,
  type SpoofNetwork,
} from "@selfsame/face/manifest";
import { embeddingContractId } from "./embedding-contract.ts";
import { defaultManifestPath } from "./default-manifest-path.ts";
import { listed, readManifest } from "./manifest.ts";
import { modelPath } from "./model-path.ts";

const dir = mkdtempSync(join(tmpdir(), "selfsame-manifest-"));
after(() => rmSync(dir, { recursive: true }));

function written(manifest: unknown): string {
  const path = join(dir, "manifest.json");
  writeFileSync(path, JSON.stringify(manifest));
  return path;
}

test("the manifest in the repository is valid and names twelve models, of which two recognize and three check for spoofs", () => {
  const roles = modelsOf(readManifest()).map(({ role }) => role);
  assert.deepEqual(roles, [
    "detect",
    "landmarks",
    "embed",
    "embed",
    "spoof",
    "spoof",
    "spoof",
    "eyes",
    "covered",
    "overlay",
    "blend",
    "pose",
  ]);
});

test("a manifest of before there were several networks for spoofs means what it meant", () => {
  const { version, models } = readManifest();
  const { weight: _, oddsMax: __, ...network } = models.spoof.networks[0] as SpoofNetwork;
  const spoof = { ...network, edges: { weight: 7, usual: 0.55 }, threshold: 0.06 };
  const read = readManifest(written({ version, models: { ...models, spoof } }));
  assert.deepEqual(read.models.spoof, {
    networks: [{ ...network, weight: 1 }],
    edges: { weight: 7, usual: 0.55 },
    threshold: 0.06,
    attackBelow: 0.06,
  });
  const wrong = written({ version, models: { ...models, spoof: { ...spoof, sha256: "12" } } });
  assert.throws(() => readManifest(wrong), /sha256/);
});

test("every model has a card", () => {
  for (const { entry } of modelsOf(readManifest())) {
    const { card, id } = entry;
    assert.match(readFileSync(join(defaultManifestPath, "..", card ?? "none"), "utf8"), /licen[cs]e/i, id);
  }
});

test("every problem of a manifest is named at once", () => {
  const { version, models } = readManifest();
  const path = written({
    version,
    models: {
      ...models,
      embed: { ...models.embed, sha256: "12" },
      detect: { ...models.detect, input: { ...models.detect.input, mean: [127] } },
      pose: { ...models.pose, extra: 1 },
    },
  });
  assert.throws(
    () => readManifest(path),
    (error: Error) => {
      assert.match(error.message, /embed\.sha256/);
      assert.match(error.message, /one number a channel/);
      assert.match(error.message, /extra/);
      return true;
    },
  );
});

test("a manifest that is not there, or no JSON, is told by name", () => {
  assert.throws(
    () => readManifest("/nowhere/manifest.json"),
    /^OperatorError: The manifest \/nowhere\/manifest\.json \(SELFSAME_MANIFEST\) cannot be read\./,
  );
  const path = written({});
  writeFileSync(path, "{");
  assert.throws(() => readManifest(path), /manifest\.json \(SELFSAME_MANIFEST\) is not JSON\./);
});

test("a table of groups that was measured on what scores were learned from is refused", () => {
  const { version, models } = readManifest();
  const { calibration } = models.embed;
  assert.ok(calibration);
  const { measured } = calibration;
  for (const { region, learnedFrom } of measured.groups) assert.ok(!learnedFrom.includes(region));
  const [first, ...others] = measured.groups;
  const flattering = { ...first, learnedFrom: [...(first?.learnedFrom ?? []), first?.region] };
  const changed = { ...calibration, measured: { ...measured, groups: [flattering, ...others] } };
  const path = written({ version, models: { ...models, embed: { ...models.embed, calibration: changed } } });
  assert.throws(() => readManifest(path), /was measured on what was learned from it/);
  const { measured: _, ...unsaid } = calibration;
  const silent = written({ version, models: { ...models, embed: { ...models.embed, calibration: unsaid } } });
  assert.throws(() => readManifest(silent), /measured/);
});

test("errors are counted at every step, or the manifest is refused; one without counts is taken", () => {
  const { version, models } = readManifest();
  const { calibration } = models.embed;
  assert.ok(calibration);
  const { measured } = calibration;
  const withMeasured = (other: object) =>
    written({
      version,
      models: { ...models, embed: { ...models.embed, calibration: { ...calibration, measured: other } } },
    });
  for (const { pairs, passed, falseMatchRate } of measured.groups) {
    const atDefault: number = passed[measured.steps.indexOf(calibration.threshold)] ?? 0;
    assert.equal(Number((atDefault / pairs).toPrecision(3)), falseMatchRate);
    assert.deepEqual(
      passed,
      passed.toSorted((a, b) => b - a),
      "a stricter step lets fewer pass",
    );
  }
  assert.throws(() => readManifest(withMeasured({ ...measured, refused: measured.refused.slice(1) })), /every step/);
  for (const { pairs, people, refused, falseNonMatchRate, interval } of measured.genuineGroups ?? []) {
    const atDefault: number = refused[measured.steps.indexOf(calibration.threshold)] ?? 0;
    assert.equal(Number((atDefault / pairs).toPrecision(3)), falseNonMatchRate);
    assert.ok(interval[0] <= falseNonMatchRate && falseNonMatchRate <= interval[1] && people <= pairs);
    const short = [{ ...measured.genuineGroups?.[0], refused: refused.slice(1) }];
    assert.throws(() => readManifest(withMeasured({ ...measured, genuineGroups: short })), /every step/);
  }
  assert.ok((measured.genuineGroups ?? []).length >= 2, "women and men, beside each other");
  const { steps: _, refused: __, genuineGroups: ____, groups, ...rest } = measured;
  const plain = groups.map(({ passed: ___, ...group }) => group);
  const read = readManifest(withMeasured({ ...rest, groups: plain })).models.embed.calibration?.measured;
  assert.deepEqual([read?.steps, read?.refused, read?.groups[0]?.passed], [[], [], []]);
});

test("scales rise, and those of several photos stand in order; a model may have none for them", () => {
  const { version, models } = readManifest();
  const { calibration } = models.embed;
  assert.ok(calibration?.averaged);
  const read = (change: object) =>
    readManifest(
      written({
        version,
        models: { ...models, embed: { ...models.embed, calibration: { ...calibration, ...change } } },
      }),
    );
  const { scale, averaged } = calibration;
  assert.throws(() => read({ scale: scale.toReversed() }), /must rise[^]*calibration.scale/);
  assert.throws(() => read({ averaged: [{ photos: 2, scale: [...scale, [99, 1]] }] }), /must rise[^]*averaged/);
  assert.throws(() => read({ averaged: averaged.toReversed() }), /in the order of photos/);
  assert.throws(() => read({ averaged: [{ photos: 1, scale }] }), /averaged/);
  assert.throws(() => read({ averaged: [{ photos: 2 }] }), /averaged/);
  const { averaged: _, ...single } = calibration;
  const own = written({ version, models: { ...models, embed: { ...models.embed, calibration: single } } });
  const { averaged: __, ...found } = readManifest(own).models.embed.calibration ?? assert.fail();
  assert.deepEqual(found, single);
});

test("files from npm lie in the models folder, an operator's own where the manifest says", () => {
  const { detect } = readManifest().models;
  assert.equal(modelPath(detect, "/etc/m.json", "/models"), "/models/fr_detect.onnx");
  assert.equal(modelPath({ ...detect, source: { path: "own.onnx" } }, "/etc/m.json", "/models"), "/etc/own.onnx");
  assert.equal(modelPath({ ...detect, source: { path: "/x/own.onnx" } }, "/etc/m.json", "/models"), "/x/own.onnx");
});

test("the embedding contract changes with the file and with how photos are brought into it", () => {
  const manifest = readManifest();
  const id = embeddingContractId(manifest);
  const withEmbed = (change: object) =>
    embeddingContractId({
      ...manifest,
      models: { ...manifest.models, embed: { ...manifest.models.embed, ...change } },
    });
  assert.equal(withEmbed({}), id);
  assert.notEqual(withEmbed({ sha256: "0".repeat(64) }), id);
  assert.notEqual(withEmbed({ mirror: !manifest.models.embed.mirror }), id);
  const align = { ...manifest.models.landmarks, id: "five-points" };
  assert.notEqual(embeddingContractId({ ...manifest, models: { ...manifest.models, align } }), id);
});

test("another cohort, power or scale is no other contract: embeddings of open sessions stay comparable", () => {
  const manifest = readManifest();
  const { embed } = manifest.models;
  const { calibration } = embed;
  assert.ok(calibration?.cohort);
  const cohort = { ...calibration.cohort, sha256: "0".repeat(64), neighbours: 10, power: 1 };
  const changed = { ...embed, calibration: { ...calibration, cohort, scale: calibration.scale.slice(1) } };
  const models = { ...manifest.models, embed: changed };
  assert.equal(embeddingContractId({ ...manifest, models }), embeddingContractId(manifest));
});

test("the default of earlier versions makes the same embeddings as then", () => {
  const path = join(defaultManifestPath, "../mobilefacenet-512.json");
  assert.equal(embeddingContractId(readManifest(path)), "mobilefacenet-512-4303752e7eab");
});

test("what is extended follows the installed Selfsame, but for the recognizer, whose calibration is its own", () => {
  const { models } = readManifest();
  const { calibration: _, ...embed } = { ...models.embed, id: "another" };
  const read = readManifest(written({ version: 1, extends: "included", models: { embed } }));
  assert.deepEqual(read.models, { ...models, embed });
  const without = written({ version: 1, extends: "included", models: {} });
  assert.throws(() => readManifest(without), /models\.embed/);
});

test("the detector of another kind in models/README.md is valid, and needs an input that its grids divide and each of its outputs", () => {
  const readme = readFileSync(join(defaultManifestPath, "../README.md"), "utf8");
  const [, json = ""] = /```json\n"detect": (\{[^`]*)```/.exec(readme) ?? [];
  const detect = JSON.parse(json) as DetectEntry;
  const { version, models } = readManifest();
  const withDetector = (changes: object) =>
    written({ version, models: { ...models, detect: { ...detect, ...changes } } });
  assert.deepEqual(readManifest(withDetector({})).models.detect, detect);
  assert.throws(() => readManifest(withDetector({ input: { ...detect.input, width: 600 } })), /multiples of 32/);
  assert.throws(
    () => readManifest(withDetector({ outputs: { ...detect.outputs, obj_16: undefined } })),
    /outputs\.obj_16/,
  );
  assert.throws(() => readManifest(withDetector({ decode: "retina" })), /decode/);
});

/** The shipped manifest with the first recognizer alone. */
function firstAlone(): Manifest {
  const manifest = readManifest();
  const { second: _, ...embed } = manifest.models.embed;
  return { ...manifest, models: { ...manifest.models, embed } };
}

const secondEntry = () => {
  const { calibration: _, card: __, ...embed } = firstAlone().models.embed;
  return { ...embed, id: "another", source: { path: "another.onnx" }, weight: 0.4, band: 10 };
};

test("a list of two is a recognizer and the second that is asked beside it, and is written as it was read", () => {
  const { version, models } = firstAlone();
  const other = secondEntry();
  const embed = [{ ...models.embed, weight: 0.6 }, other];
  const read = readManifest(written({ version, models: { ...models, embed } }));
  assert.deepEqual(read.models.embed, { ...models.embed, second: other });
  assert.deepEqual(listed(read.models.embed), embed);
  assert.deepEqual(
    modelsOf(read).flatMap(({ role, entry }) => (role === "embed" ? [entry.id] : [])),
    [models.embed.id, "another"],
  );
  const unsaid = readManifest(written({ version, models: { ...models, embed: [models.embed, other] } }));
  assert.deepEqual(unsaid.models.embed, read.models.embed);
});

test("of a list each problem is named: weights that are not one together, none, three recognizers", () => {
  const { version, models } = firstAlone();
  const problemOf = (...embed: readonly object[]) => {
    const path = written({ version, models: { ...models, embed } });
    return () => readManifest(path);
  };
  const [first, other] = [models.embed, secondEntry()];
  assert.throws(problemOf({ ...first, weight: 0.7 }, other), /weights of both must add up to 1/);
  assert.throws(problemOf(first, { ...other, weight: 1 }), /second\.weight/);
  assert.throws(problemOf(first, { ...other, band: undefined }), /second\.band/);
  assert.throws(problemOf(first, other, other), /models\.embed/);
  assert.throws(problemOf(first), /models\.embed/);
});

test("embeddings of a pair are those of no recognizer alone, nor of another pair", () => {
  const manifest = firstAlone();
  const { embed } = manifest.models;
  const id = (second?: SecondEntry) =>
    embeddingContractId({ ...manifest, models: { ...manifest.models, embed: second ? { ...embed, second } : embed } });
  const second = secondEntry() as SecondEntry;
  const ids = [id(), id(second), id({ ...second, mirror: true }), id({ ...second, sha256: "0".repeat(64) })];
  assert.equal(new Set(ids).size, 4);
  assert.equal(id({ ...second, weight: 0.5, band: 3 }), id(second), "how scores are put together changes no embedding");
});
