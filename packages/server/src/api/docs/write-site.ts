import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fastify } from "fastify";
import { rootDir } from "./contents.ts";
import { guideFiles, guideRoutes } from "./guide.ts";
import { referenceRoutes } from "./reference.ts";

/** The file that hosts of static files send for a path: of a folder its index. */
const fileFor = (path: string): string => (/\.\w+$/.test(path) ? path : `${path}/index.html`);

const redirectTo = (path: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Selfsame</title><meta http-equiv="refresh" content="0; url=${path}"><a href="${path}">Selfsame documentation</a>\n`;

/**
 * Writes the documentation as files, byte for byte what the service sends. What lay in the folder before is removed.
 * @returns how many files
 * @throws where a path of the guide is not answered
 */
export async function writeSite(outDir: string): Promise<number> {
  rmSync(outDir, { recursive: true, force: true });
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(outDir, fileFor(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const app = fastify();
  await app.register(guideRoutes());
  await app.register(referenceRoutes());
  const paths = ["/docs", "/docs/reference.js", "/docs/reference.css", "/docs/scalar.js", ...guideFiles().keys()];
  for (const path of paths) {
    const { statusCode, rawPayload } = await app.inject(path);
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`);
    write(path, rawPayload);
  }
  await app.close();
  write("/openapi.json", readFileSync(join(rootDir, "docs/openapi.json")));
  const redirects = ["/", "/docs/guide"];
  for (const path of redirects) write(path, redirectTo("/docs/guide/quick-start"));
  return paths.length + 1 + redirects.length;
}
