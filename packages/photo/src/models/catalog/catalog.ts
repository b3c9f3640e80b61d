import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { nearestName } from "@selfsame/platform/nearest-name";
import { OperatorError } from "@selfsame/platform/operator-error";
import { defaultManifestPath } from "../default-manifest-path.ts";
import { input, npmSource, urlSource } from "../manifest.ts";

const catalogPath = join(dirname(defaultManifestPath), "catalog.json");

const text = z.string().min(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const httpsUrl = z.url({ protocol: /^https$/ });
const modelName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** For npm, its registry, proxy and sign-in apply. */
const source = z.union([urlSource, npmSource]);

/** Runs beside the shipped recognizer: see SecondEntry of the manifest. */
const second = z.strictObject({
  /** Id of the manifest's entry. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
  weight: z.number().gt(0).lt(1),
  band: z.number().positive(),
});

const license = z
  .strictObject({
    spdx: text,
    /** Whether the file's license permits commercial use; `trainingPhotos` covers the photos it was trained on. */
    commercial: z.enum(["yes", "no", "unclear"]),
    trainingPhotos: text,
    /** What `--accept-license` accepts. */
    accept: text.optional(),
    source: httpsUrl.optional(),
  })
  .refine(({ commercial, accept }) => commercial === "yes" || accept !== undefined, "needs a sentence to accept");

/** Every model: source, input and known facts. */
const described = {
  name: modelName,
  title: text,
  /** Absent if the model can only be added from a file. */
  source: source.optional(),
  /** Null: unknown in advance, recorded on the first download. */
  sizeBytes: z.number().int().positive().nullable(),
  sha256: sha256.nullable(),
  license,
  /** Names of the graph's input and outputs, if given; otherwise read from the file, several outputs in their order. */
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
  /** Set for the second recognizer of a pair, whose first is the shipped one. */
  second: second.optional(),
});

/** A recognizer that can be added. */
export type CatalogEntry = z.infer<typeof entry>;

const detector = z.strictObject({
  ...described,
  decode: z.enum(["yunet", "scrfd", "blazeface"]),
  outputs: z.record(text, text).optional(),
  minScore: z.number().min(0).max(1),
  maxOverlap: z.number().min(0).max(1),
});

/** A detector that a recognizer can be added with. */
export type CatalogDetector = z.infer<typeof detector>;

const catalog = z.strictObject({ version: z.literal(1), models: z.array(entry), detectors: z.array(detector) });

export function readCatalog(path = catalogPath): readonly CatalogEntry[] {
  return parse(path, catalog).models;
}

export const readDetectors = (path = catalogPath): readonly CatalogDetector[] => parse(path, catalog).detectors;

/** @throws OperatorError with all known names */
export function catalogDetector(name: string): CatalogDetector {
  const detectors = readDetectors();
  const found = detectors.find((one) => one.name === name);
  if (found) return found;
  throw new OperatorError(
    `The catalog has no detector "${name}"; it has ${detectors.map((one) => one.name).join(", ")}.`,
  );
}

/** An operator's own model, described like a catalog entry. */
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

/** @throws OperatorError with the closest name */
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
