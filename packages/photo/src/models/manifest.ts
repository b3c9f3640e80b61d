import { readFileSync } from "node:fs";
import type { EmbedEntry, Manifest } from "@selfsame/face/manifest";
import { z } from "zod";
import { OperatorError } from "@selfsame/platform/operator-error";
import { defaultManifestPath } from "./default-manifest-path.ts";

const size = z.number().int().positive();
const count = z.number().int().min(0);
const rate = z.number().min(0).max(1);

export const npmSource = z.strictObject({
  npm: z.string().regex(/^(@[a-z0-9._-]+\/)?[a-z0-9._-]+@\d+\.\d+\.\d+[\w.+-]*$/),
  file: z.string().min(1),
});

export const urlSource = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  /** The file's name in a zip archive, in any of its folders. */
  member: z.string().min(1).optional(),
});

const source = z.union([
  npmSource,
  urlSource,
  z.strictObject({ included: z.string().min(1) }),
  z.strictObject({ path: z.string().min(1) }),
]);

export const input = z
  .strictObject({
    name: z.string().min(1),
    width: size,
    height: size,
    channels: z.enum(["rgb", "bgr", "grey"]),
    mean: z.array(z.number()),
    scale: z.array(z.number().refine((v) => v !== 0, "must not be 0")),
  })
  .refine(
    ({ channels, mean, scale }) => [mean, scale].every((numbers) => numbers.length === (channels === "grey" ? 1 : 3)),
    "mean and scale need one number a channel",
  );

const entry = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
  source,
  sizeBytes: size,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  licence: z.string().min(1),
  card: z.string().optional(),
  input,
};

const outputs = <Name extends string>(...names: Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().min(1)])) as Record<Name, z.ZodString>);

const file = { path: z.string().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) };
const interval = z.tuple([rate, rate]);

const measuredGroup = z
  .strictObject({
    region: z.string().min(1),
    group: z.string().min(1),
    learnedFrom: z.array(z.string().min(1)),
    pairs: size,
    passed: z.array(count).default([]),
    falseMatchRate: rate,
    interval,
  })
  // Scores learned from a region match its people less than others: such figures would be too favorable.
  .refine(({ region, learnedFrom }) => !learnedFrom.includes(region), "was measured on what was learned from it");

const measuredGenuineGroup = z.strictObject({
  group: z.string().min(1),
  pairs: size,
  people: size,
  refused: z.array(count),
  falseNonMatchRate: rate,
  interval,
});

const scale = z
  .array(z.tuple([z.number(), z.number()]))
  .min(2)
  .refine(
    (points) => rises(points.map(([score]) => score)) && rises(points.map(([, similarity]) => similarity)),
    "must rise",
  );

const rises = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value > (values[i - 1] as number));

const normalisationFiles = {
  normalisation: z.strictObject(file).optional(),
  cohort: z.strictObject({ ...file, neighbours: size, power: z.number().min(0).max(4).optional() }).optional(),
};

const calibration = z.strictObject({
  ...normalisationFiles,
  scale,
  averaged: z
    .array(z.strictObject({ photos: z.number().int().min(2), scale }))
    .refine((rows) => rises(rows.map(({ photos }) => photos)), "must be in the order of photos, each number once")
    .optional(),
  threshold: rate,
  table: z.array(
    z.strictObject({
      similarity: rate,
      falseMatchRate: rate,
      falseNonMatchRate: rate,
      withinGroupFalseMatchRate: rate,
      withinGroupInterval: interval,
    }),
  ),
  measured: z
    .strictObject({
      genuinePairs: size,
      steps: z.array(rate).default([]),
      refused: z.array(count).default([]),
      groups: z.array(measuredGroup).min(1),
      genuineGroups: z.array(measuredGenuineGroup).optional(),
    })
    .refine(
      ({ steps, refused, groups, genuineGroups = [] }) =>
        [refused, ...groups.map(({ passed }) => passed), ...genuineGroups.map((group) => group.refused)].every(
          ({ length }) => length === steps.length,
        ),
      "needs a count of each kind for every step",
    ),
});

const network = z.strictObject({
  ...entry,
  outputs: outputs("logits"),
  cropScales: z.array(z.number().positive()).min(1),
  liveClass: z.number().int().min(0),
  weight: z.number().positive(),
  oddsMax: z.number().positive().optional(),
});

const spoofCheck = z
  .strictObject({
    networks: z.array(network).min(1),
    edges: z.strictObject({ weight: z.number().min(0), usual: rate }).optional(),
    bezel: z.strictObject({ weight: z.number().min(0) }).optional(),
    threshold: rate,
    attackBelow: rate,
    frames: z.strictObject({ half: rate, each: rate }).optional(),
    scale: scale.optional(),
  })
  .refine(({ attackBelow, threshold }) => attackBelow <= threshold, "attackBelow must not be above the threshold");

/** Older manifests, of which operators have copies, describe a single network instead of a list. */
function asSeveral(spoof: unknown): unknown {
  if (typeof spoof !== "object" || spoof === null || "networks" in spoof || !("source" in spoof)) return spoof;
  const { edges, threshold, ...one } = spoof as Record<string, unknown>;
  const around = edges === undefined ? {} : { edges };
  return { networks: [{ ...one, weight: 1 }], ...around, threshold, attackBelow: threshold };
}

const detector = { ...entry, minScore: rate, maxOverlap: rate };

/** Their grids have cells of up to 32 pixels. */
const gridInput = input.refine(
  ({ width, height }) => width % 32 === 0 && height % 32 === 0,
  "width and height must be multiples of 32",
);

const ofEachGrid = <Name extends string>(...names: Name[]) =>
  outputs(...names.flatMap((name) => ([8, 16, 32] as const).map((stride) => `${name}_${stride}` as const)));

const detect = z.discriminatedUnion("decode", [
  z.strictObject({
    ...detector,
    decode: z.literal("rfb").optional(),
    outputs: outputs("scores", "boxes"),
    faceClass: count,
  }),
  z.strictObject({
    ...detector,
    decode: z.literal("yunet"),
    input: gridInput,
    outputs: ofEachGrid("cls", "obj", "bbox"),
  }),
  z.strictObject({
    ...detector,
    decode: z.literal("blazeface"),
    outputs: outputs("regressors", "classificators"),
  }),
  z.strictObject({ ...detector, decode: z.literal("scrfd"), input: gridInput, outputs: ofEachGrid("score", "bbox") }),
]);

const recognizer = {
  ...entry,
  outputs: outputs("embedding"),
  dimensions: size,
  template: z.array(z.tuple([z.number(), z.number()])).length(5),
  mirror: z.boolean(),
};

const secondCalibration = z.strictObject({
  ...normalisationFiles,
  around: z.number(),
  factor: z.number().positive(),
});

const second = z
  .strictObject({
    ...recognizer,
    weight: z.number().gt(0).lt(1),
    firstWeight: z.number().optional(),
    band: z.number().positive(),
    calibration: secondCalibration.optional(),
  })
  .refine(
    ({ weight, firstWeight = 1 - weight }) => Math.abs(weight + firstWeight - 1) < 1e-9,
    "the weights of both must add up to 1",
  )
  .transform(({ firstWeight: _weight, ...rest }) => rest);

/** A list has two entries. The first may state its own weight, too: the remainder of the second's. */
function asOne(embed: unknown): unknown {
  if (!Array.isArray(embed)) return embed;
  const [first, other, ...more] = embed as readonly Record<string, unknown>[];
  if (!first || !other || more.length > 0) return embed;
  const { weight, ...one } = first;
  return { ...one, second: { ...other, ...(weight !== undefined && { firstWeight: weight }) } };
}

/** The entry as in the file: a list if there are two. */
export function listed({ second: other, ...first }: EmbedEntry): object {
  return other ? [{ ...first, weight: Number((1 - other.weight).toFixed(6)) }, other] : first;
}

const schema = z.strictObject({
  version: z.literal(1),
  models: z.strictObject({
    detect,
    landmarks: z.strictObject({ ...entry, outputs: outputs("points") }),
    align: z.strictObject({ ...entry, outputs: outputs("points") }).optional(),
    embed: z.preprocess(
      asOne,
      z.strictObject({ ...recognizer, calibration: calibration.optional(), second: second.optional() }),
    ),
    spoof: z.preprocess(asSeveral, spoofCheck),
    eyes: z.strictObject({ ...entry, outputs: outputs("logits"), openClass: z.number().int().min(0) }),
    covered: z
      .strictObject({
        ...entry,
        outputs: outputs("logits"),
        limits: z.strictObject({ mouth: z.number(), eyes: z.number() }),
      })
      .optional(),
    overlay: z.strictObject({ ...entry, outputs: outputs("logit"), limit: z.number() }).optional(),
    blend: z.strictObject({ ...entry, outputs: outputs("logit"), limit: z.number() }).optional(),
    pose: z.strictObject({
      ...entry,
      outputs: outputs("yaw", "pitch", "roll"),
      bins: z.strictObject({ stepDegrees: z.number(), offsetDegrees: z.number() }),
    }),
  }),
});

/** @throws OperatorError with every problem of the file, a line each */
export function readManifest(path = defaultManifestPath): Manifest {
  const parsed = schema.safeParse(completed(readJson(path)));
  if (!parsed.success) throw new OperatorError(`${path} is not a manifest:\n${z.prettifyError(parsed.error)}`);
  return parsed.data as Manifest;
}

/** Completes a manifest that extends ours: everything it does not state follows the installed version of Selfsame. */
function completed(json: unknown): unknown {
  if (typeof json !== "object" || json === null || !("extends" in json) || json.extends !== "included") return json;
  const { extends: _, ...own } = json;
  const models = "models" in own && typeof own.models === "object" ? own.models : {};
  const ours = readJson(defaultManifestPath) as Manifest;
  // Our calibration belongs to our recognizer, and is next to our manifest.
  const { embed: _ours, ...rest } = ours.models;
  return { ...own, models: { ...rest, ...models } };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new OperatorError(`The manifest ${path} (SELFSAME_MANIFEST) ${why}.`, { cause: error });
  }
}
