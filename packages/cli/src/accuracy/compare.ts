import { parseArgs } from "node:util";
import { compareFiles } from "@selfsame/lab/compare/compare-files";
import { readFolders } from "@selfsame/lab/compare/read-folders";
import { readList } from "@selfsame/lab/compare/read-list";
import { openResults } from "@selfsame/lab/compare/results-file";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { readManifest } from "@selfsame/photo/models/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";
import { usageProblem } from "../subcommands.ts";

const help = `Usage: selfsame compare PAIRS.csv [--out FILE] [--threshold N]
       selfsame compare REFERENCES/ SELFIES/ [--out FILE] [--threshold N]

Compares photos on this machine, on all cores, without a server. The results have one line a pair, as those of a batch. An
interrupted command continues when you repeat it. Photos are not copied, and nothing of them is stored.

  PAIRS.csv               columns reference and selfie, and optionally id, a name of yours for the line. A reference is a photo or
                          a folder of up to five of one person, which are averaged. Paths are relative to the file
  REFERENCES/ SELFIES/    two folders, paired by name: REFERENCES/anna.jpg, or the photos of REFERENCES/anna/, and
                          SELFIES/anna.png
  --out FILE              where the results are written (results.csv)
  --threshold N           the similarity from which two faces match, 0 to 1; by default the model's`;

const options = { out: { type: "string", default: "results.csv" }, threshold: { type: "string" } } as const;

export const command: Command = {
  summary: "compare many photos on this machine",
  help,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const [first, second, ...more] = positionals;
    if (first === undefined || more.length > 0) {
      return usageProblem(
        help,
        first === undefined ? "Give PAIRS.csv, or two folders." : `"${more[0]}" is one argument too many.`,
      );
    }
    const items = second === undefined ? await readList(first) : await readFolders(first, second);
    const { manifestPath, modelsDir, workers, runtime } = readSettings();
    const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir, runtime };
    await fetchModels(models, console.error);
    const comparison = createComparison(models);
    const threshold = values.threshold === undefined ? comparison.threshold : readThreshold(values.threshold);
    const results = await openResults(values.out, items, threshold);
    const engine = await createEngine({ models, workers, report: (problem) => console.error(problem) });
    try {
      const counts = await compareFiles({ engine, comparison, threshold, concurrency: workers }, items, results);
      const failed = counts.failed + results.failedBefore;
      const before = results.done > 0 ? `, ${results.done} of them before` : "";
      console.log(`${items.length} compared${before}: ${failed} without a result. Wrote ${values.out}.`);
    } finally {
      await engine.stop();
      await results.close();
    }
    return 0;
  },
};

function readThreshold(text: string): number {
  const threshold = Number(text);
  if (text.trim() === "" || !(threshold >= 0 && threshold <= 1)) {
    throw new OperatorError("--threshold is a number from 0 to 1.");
  }
  return threshold;
}
