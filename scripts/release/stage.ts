import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedReadme, readmeProblems } from "./readme.ts";

export const root = join(import.meta.dirname, "../..");

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>> | undefined;
  readonly scripts?: Readonly<Record<string, string>>;
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

/** Fields of every package's manifest. */
export const common = {
  license: "Apache-2.0",
  author: "The Selfsame authors",
  publishConfig: { access: "public", provenance: true },
} as const;

export function writeManifest(outDir: string, manifest: Manifest & Readonly<Record<string, unknown>>): void {
  writeFileSync(join(outDir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, "LICENSE"), join(outDir, "LICENSE"));
}

/** @throws if the registry's page would lack something */
export function writeReadme(outDir: string, path: string): void {
  const text = publishedReadme(readFileSync(join(root, path), "utf8"));
  const problems = readmeProblems(text);
  if (problems.length > 0) throw new Error(`${path}: ${problems.join("; ")}`);
  writeFileSync(join(outDir, "README.md"), text);
}
