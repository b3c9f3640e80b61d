import { readOwnSettings } from "@selfsame/cli/settings";
import { earlierRecognizers } from "../../src/photo/models/catalog/earlier.ts";
import { fetchModels } from "../../src/photo/models/fetch-models.ts";
import { readManifest } from "../../src/photo/models/manifest.ts";
import type { ModelSet } from "../../src/photo/models/model-set.ts";

/** The real models, for tests: from the service's folder, downloaded if they are missing. */
export async function testModels(): Promise<ModelSet> {
  const { manifestPath, modelsDir } = readOwnSettings();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
  await fetchModels(models, (line) => process.stderr.write(`${line}\n`));
  return { ...models, earlier: earlierRecognizers(models) };
}
