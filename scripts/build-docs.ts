/**
 * `npm run docs:build`: the documentation as a static site, under dist/site/, byte for byte what the service of this version sends below /docs.
 * Publish it at the root of a host. It fails where a link leads nowhere.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deadLinks, readSite, rootDir } from "../packages/server/src/api/docs/contents.ts";
import { writeSite } from "../packages/server/src/api/docs/write-site.ts";

const dead = deadLinks(readSite(), (path) => existsSync(join(rootDir, path)));
if (dead.length > 0) {
  for (const link of dead) console.error(`Leads nowhere: ${link}`);
  process.exit(1);
}
console.log(`${await writeSite(join(rootDir, "dist/site"))} files in dist/site`);
