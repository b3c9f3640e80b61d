/**
 * `npm run docs:build`: the documentation as a static site, under dist/site/, byte for byte what the service of this version sends below /docs.
 * Publish it at the root of a host. It fails where a link leads nowhere.
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
