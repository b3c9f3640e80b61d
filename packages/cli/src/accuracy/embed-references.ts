import { readFile } from "node:fs/promises";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import type { PhotoAnalysis } from "@selfsame/photo/engine/engine";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { readManifest } from "@selfsame/photo/models/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { analyzeReferences, type Reference, referencesMax } from "@selfsame/photo/verify/references";
import { readSettings } from "../settings.ts";

const download = async () => ({ outcome: "blocked", detail: "files only" }) as const;

/** Returns the average embedding of photos in files. @throws OperatorError */
export async function embedReferences(files: readonly string[]): Promise<Reference> {
  if (files.length > referencesMax) throw new OperatorError(`At most ${referencesMax} references.`);
  const sources = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file).catch(() => {
        throw new OperatorError(`${file} cannot be read.`);
      });
      return { from: "bytes", bytes } as const;
    }),
  );
  const { manifestPath, modelsDir } = readSettings();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
  await fetchModels(models, console.error);
  const engine = await createEngine({ models, workers: 1, report: (problem) => console.error(problem) });
  try {
    const found: PhotoAnalysis[] = [];
    const context = { accountId: "command line", allowedDomains: [], signal: new AbortController().signal };
    const seen = await analyzeReferences(
      { engine, download },
      sources,
      { embedding: true, jpeg2000: true },
      context,
      found,
    );
    if (seen.outcome === "refused") throw new OperatorError(`A reference cannot be used: ${seen.reason}.`);
    if (!seen.reference) throw new OperatorError("No reference shows a face.");
    return seen.reference;
  } finally {
    await engine.stop();
  }
}
