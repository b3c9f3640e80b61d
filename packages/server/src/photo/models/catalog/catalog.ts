import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { nearestName } from "../../../platform/nearest-name.ts";
import { OperatorError } from "../../../platform/operator-error.ts";
import { defaultManifestPath } from "../default-manifest-path.ts";
import { input, npmSource, urlSource } from "../manifest.ts";

const catalogPath = join(dirname(defaultManifestPath), "catalog.json");

const text = z.string().min(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const httpsUrl = z.url({ protocol: /^https$/ });
const modelName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** Of npm, its registry, proxy and sign-in apply. */
const source = z.union([urlSource, npmSource]);

/** Asked beside the shipped recognizer: see SecondEntry of the manifest. */
const second = z.strictObject({
  /** Of the manifest's entry. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
  weight: z.number().gt(0).lt(1),
  band: z.number().positive(),
});

const license = z
  .strictObject({
    spdx: text,
    /** What the license of the file says of commercial use; of the photos it was trained on, `trainingPhotos` speaks. */
    commercial: z.enum(["yes", "no", "unclear"]),
    trainingPhotos: text,
    /** What `--accept-license` accepts. */
    accept: text.optional(),
    source: httpsUrl.optional(),
  })
  .refine(({ commercial, accept }) => commercial === "yes" || accept !== undefined, "needs a sentence to accept");

/** Of every model: where it comes from, how a photo is put into it, and what is known of it. */
const described = {
  name: modelName,
  title: text,
  /** Absent for one that is only added from a file. */
  source: source.optional(),
  /** Null: not known beforehand, recorded when the file is first fetched. */
  sizeBytes: z.number().int().positive().nullable(),
  sha256: sha256.nullable(),
  license,
  /** The names of the graph's input and outputs are read from the file unless they are given; several outputs by their order. */
  input: z.strictObject({
    ...input.shape,
    name: text.optional(),
    channels: z.enum(["rgb", "bgr"]),
    mean: input.shape.mean.length(3),
    scale: input.shape.scale.length(3),
  }),
  published: z.array(z.strictObject({ figure: text, source: httpsUrl })),
  /** Null: we have not run it. */
  measuredByUs: text.nullable(),
  unconfirmed: z.array(text),
  checked: z.iso.date(),
};

const entry = z.strictObject({
  ...described,
  output: text.optional(),
  dimensions: z.number().int().min(128).max(1024),
  template: z.array(z.tuple([z.number(), z.number()])).length(5),
  mirror: z.boolean(),
  /** There where it is the second of a pair, whose first is that of the shipped pair. */
  second: second.optional(),
});

/** What we know of a recognizer that can be added. */
export type CatalogEntry = z.infer<typeof entry>;

const detector = z.strictObject({
  ...described,
  decode: z.enum(["yunet", "scrfd", "blazeface"]),
  outputs: z.record(text, text).optional(),
  minScore: z.number().min(0).max(1),
  maxOverlap: z.number().min(0).max(1),
});

/** What we know of a detector that a recognizer can be added with. */
export type CatalogDetector = z.infer<typeof detector>;

const catalog = z.strictObject({ version: z.literal(1), models: z.array(entry), detectors: z.array(detector) });

export function readCatalog(path = catalogPath): readonly CatalogEntry[] {
  return parse(path, catalog).models;
}

export const readDetectors = (path = catalogPath): readonly CatalogDetector[] => parse(path, catalog).detectors;

/** @throws OperatorError that names all there are */
export function catalogDetector(name: string): CatalogDetector {
  const detectors = readDetectors();
  const found = detectors.find((one) => one.name === name);
  if (found) return found;
  throw new OperatorError(
    `The catalog has no detector "${name}"; it has ${detectors.map((one) => one.name).join(", ")}.`,
  );
}

/** A model of the operator's own, described as the catalog describes others. */
export function readCard(path: string, name: string): CatalogEntry {
  const card = parse(path, entry);
  if (card.name !== name) throw new OperatorError(`${path} describes ${card.name}, not ${name}.`);
  return card;
}

function parse<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new OperatorError(`${path} ${error instanceof SyntaxError ? "is not JSON" : "cannot be read"}.`, {
      cause: error,
    });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new OperatorError(`${path} is not valid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** @throws OperatorError that names the one that was probably meant */
export function catalogEntry(name: string): CatalogEntry {
  const models = readCatalog();
  const found = models.find((one) => one.name === name);
  if (found) return found;
  const near = nearestName(
    name,
    models.map((one) => one.name),
  );
  throw new OperatorError(
    `The catalog has no model "${name}"${near === undefined ? "" : `; it has "${near}"`}. Run "selfsame models list" for all of them. A model of your own needs --card FILE.`,
  );
}
