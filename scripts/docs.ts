/** `npm run docs`: writes the pages of docs/ that come from code. Tests hold them equal to their sources. */
import { writeFileSync } from "node:fs";
import { renderErrorsPage } from "../packages/server/src/api/v3/errors-page.ts";

const docs = new URL("../docs/", import.meta.url);
writeFileSync(new URL("errors.md", docs), renderErrorsPage());
