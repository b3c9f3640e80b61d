/** `npm run docs`: writes what of docs/ comes from code and models. Tests hold it equal to its sources. */
import { readFileSync, writeFileSync } from "node:fs";
import { withThresholds } from "../packages/server/src/api/docs/threshold-table.ts";
import { renderErrorsPage } from "../packages/server/src/api/v3/errors-page.ts";
import { readManifest } from "../packages/server/src/engine/manifest.ts";

const docs = new URL("../docs/", import.meta.url);
const accuracy = new URL("accuracy.md", docs);
writeFileSync(new URL("errors.md", docs), renderErrorsPage());
writeFileSync(accuracy, withThresholds(readFileSync(accuracy, "utf8"), readManifest()));
