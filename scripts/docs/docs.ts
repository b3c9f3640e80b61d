/**
 * `npm run docs`: writes the parts of docs/ that come from code, from the models and from the running service. Tests compare them with their sources.
 * Run it after a change of the error catalog, of a version 3 schema or of models/*.json.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { startServer } from "../../testing/server.ts";
import { withAnswers, withExample } from "./generated-block.ts";
import { withSnippets } from "./snippet-blocks.ts";
import { withStepTable } from "./step-table.ts";
import { withHeadlines, withThresholds } from "./threshold-table.ts";
import { renderErrorsPage } from "../../packages/server/src/api/v3/openapi/errors-page.ts";
import {
  exampleAnswersPath,
  examples,
  readExampleAnswers,
  type Example,
} from "../../packages/server/src/api/v3/openapi/examples.ts";
import { sendExample } from "../../packages/server/testing/service/send-example.ts";
import { writeDiagrams } from "../diagrams/diagrams.ts";
import { clientCodesPath, renderClientCodes } from "../client-codes.ts";
import { cameraTypesPath, withStepType } from "../step-type.ts";
import { renderCatalogPage } from "../../packages/photo/src/models/catalog/catalog-page.ts";
import { readManifest } from "../../packages/photo/src/models/manifest.ts";

const docs = new URL("../../docs/", import.meta.url);
const writeJson = (path: URL, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

writeFileSync(new URL("errors.md", docs), renderErrorsPage());
writeFileSync(clientCodesPath, renderClientCodes());
writeFileSync(cameraTypesPath, withStepType(readFileSync(cameraTypesPath, "utf8")));
writeFileSync(new URL("../models/cards/catalog.md", docs), renderCatalogPage());
writeDiagrams();

const accuracy = new URL("accuracy.md", docs);
writeFileSync(accuracy, withThresholds(readFileSync(accuracy, "utf8"), readManifest()));

const readme = new URL("../README.md", docs);
writeFileSync(readme, withHeadlines(readFileSync(readme, "utf8"), readManifest()));

const dashboardApi = new URL("dashboard-api.md", docs);
writeFileSync(dashboardApi, withAnswers(readFileSync(dashboardApi, "utf8")));

const challengeSteps = new URL("challenge-steps.md", docs);
writeFileSync(challengeSteps, withStepTable(readFileSync(challengeSteps, "utf8")));

for (const name of globSync("**/*.md", { cwd: docs })) {
  const page = new URL(name, docs);
  writeFileSync(page, withSnippets(readFileSync(page, "utf8")));
}

interface Answer {
  readonly meta: { readonly processing_ms: number };
}

/** The fastest of several answers, so that readers do not see delays by other processes. */
async function quickest(ask: () => Promise<unknown>): Promise<Answer> {
  const all: Answer[] = [];
  for (let i = 0; i < 10; i++) all.push((await ask()) as Answer);
  return all.toSorted((one, other) => one.meta.processing_ms - other.meta.processing_ms)[0] as Answer;
}

/** Whether two answers differ only in their time: such a change is not written. */
function sameButTime(before: Answer | undefined, now: Answer): boolean {
  if (before === undefined) return false;
  const { processing_ms } = before.meta;
  return isDeepStrictEqual(before, { ...now, meta: { ...now.meta, processing_ms } });
}

const before: Record<string, Answer | undefined> = readExampleAnswers() as Record<string, Answer>;
const asked = await startServer();
const answers: Record<string, unknown> = {};
for (const [name, example] of Object.entries<Example>(examples)) {
  const answer = await quickest(() => sendExample(asked.url, asked.privateKey, example));
  answers[name] = sameButTime(before[name], answer) ? before[name] : answer;
}
await asked.stop();
writeJson(exampleAnswersPath, answers);
const quickStart = new URL("quick-start.md", docs);
writeFileSync(quickStart, withExample(readFileSync(quickStart, "utf8"), readExampleAnswers().same_person));

// Starts the server again: it builds the OpenAPI document from the answers that were just written.
const server = await startServer();
const document: unknown = await (await fetch(`${server.url}/openapi.json`)).json();
await server.stop();
writeJson(new URL("openapi.json", docs), document);
