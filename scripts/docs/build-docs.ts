/**
 * `npm run docs:build`: writes the documentation as a static site to dist/site/, byte for byte what this version of the service serves below /docs.
 * Publish it at the root of a host. Fails if a link is dead.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deadLinks, readSite, rootDir } from "../../packages/site/src/contents.ts";
import { buildAll } from "../build.ts";
import { writeSite } from "./write-site.ts";

const dead = deadLinks(readSite(), (path) => existsSync(join(rootDir, path)));
if (dead.length > 0) {
  for (const link of dead) console.error(`Leads nowhere: ${link}`);
  process.exit(1);
}
await buildAll({ small: true });
console.log(`${writeSite(join(rootDir, "dist/site"))} files in dist/site`);
