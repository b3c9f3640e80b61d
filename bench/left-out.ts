/**
 * `node bench/left-out.ts --people FOLDER --pairs FILE --groups FILE --groups FILE [--except FILE] [--refused 0.02]`: the false match rate within a
 * demographic group at the threshold that rejects this share of genuine pairs. The inputs are those of `selfsame calibrate` (the pairs with folds).
 * Prints the table of docs/research/verification.md. Each file of groups is judged by what was learned from the other files, and each group by what
 * was learned from all other groups.
 */
import { parseArgs } from "node:util";
import { embedPhotos } from "../packages/lab/src/calibrate/embed-photos.ts";
import { readSet } from "../packages/lab/src/calibrate/read-set.ts";
import { readSettings } from "../packages/cli/src/settings.ts";
import { readManifest } from "../packages/photo/src/models/manifest.ts";
import { modelPath } from "../packages/photo/src/models/model-path.ts";
import { loadModels } from "../packages/photo/src/models/onnx.ts";
import { measureLeftOut } from "./measuring/left-out.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "" },
    pairs: { type: "string", default: "" },
    groups: { type: "string", multiple: true, default: [] },
    except: { type: "string" },
    refused: { type: "string", default: "0.02" },
  },
});
const { people, pairs, groups, except } = values;
const { manifestPath, modelsDir } = readSettings();
const manifest = readManifest(manifestPath);
const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
const photoSets = await Promise.all(groups.map((file) => readSet({ people, pairs, groups: [file], except })));
const paths = [...new Set(photoSets.flatMap((set) => set.paths))];
const { vectors, forget } = await embedPhotos(paths, { models, manifest }, modelsDir);
const sets = photoSets.map((set) => set.withVectors(vectors));
const [first] = sets;
if (!first) throw new Error("--groups is needed");

const perThousand = (rate: number) => (rate * 1000).toFixed(2);
function print(title: string, { rows, all }: ReturnType<typeof measureLeftOut>): void {
  console.log(title);
  console.table(
    [...rows, all].map(({ group, pairs: count, passed, interval }) => ({
      group,
      pairs: count,
      passed,
      "of 1,000": perThousand(passed / count),
      "95 % by person": interval.map(perThousand).join(" to "),
    })),
  );
}

const refused = Number(values.refused);
for (const [i, own] of sets.entries()) {
  const known = sets.filter((other) => other !== own).flatMap((other) => other.groups);
  if (known.length > 0) {
    print(`${groups[i]}, learned from the others`, measureLeftOut(first, [{ judged: own.groups, known }], refused));
  }
}
const all = sets.flatMap((set) => set.groups);
const one = all.map((group) => ({ judged: [group], known: all.filter((other) => other !== group) }));
print("each group, learned from all others", measureLeftOut(first, one, refused));
await forget();
