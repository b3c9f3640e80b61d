import { readOwnSettings } from "@selfsame/cli/settings";
import { earlierRecognizers } from "../../src/models/catalog/earlier.ts";
import { fetchModels } from "../../src/models/fetch-models.ts";
import { readManifest } from "../../src/models/manifest.ts";
import type { ModelSet } from "../../src/models/model-set.ts";

/** The real models, for tests: from the service's folder, downloaded if they are missing. */
export async function testModels(): Promise<ModelSet> {
  const { manifestPath, modelsDir } = readOwnSettings();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
  await fetchModels(models, (line) => process.stderr.write(`${line}\n`));
  return { ...models, earlier: earlierRecognizers(models) };
}
