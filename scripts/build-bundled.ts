/** The npm packages whose code a build's output contains: for their licenses, and for the release's SBOM. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The license's text, which must accompany the code. */
  readonly licenseText: string;
}

const listName = "packages.json";

/** A Vite plugin that writes the list next to the bundle. Several builds into one folder produce one list. */
export function listBundled(): Plugin {
  return {
    name: "list-bundled",
    writeBundle({ dir = "" }, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
      const packages = new Map(readBundled(dir).map((one) => [`${one.name}@${one.version}`, one]));
      for (const folder of new Set(modules.flatMap((id) => packageFolder(id) ?? []))) {
        const one = readPackage(folder);
        packages.set(`${one.name}@${one.version}`, one);
      }
      const sorted = [...packages].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
      writeFileSync(join(dir, listName), JSON.stringify(sorted));
    },
  };
}

interface NodeBundle {
  readonly entry: string;
  readonly outDir: string;
  /** The file's name in `outDir`. */
  readonly file: string;
  readonly target: "node20" | "node24";
  readonly alias: Readonly<Record<string, string>>;
  /** Packages that are imported, not bundled. */
  readonly external?: readonly string[];
}

/** Writes one file for Node that contains all its imports, preserves the names of its classes and functions, and adds to the list next to it. */
export async function bundleForNode({ entry, outDir, file, target, alias, external = [] }: NodeBundle): Promise<void> {
  const { build } = await import("vite");
  await build({
    root: join(import.meta.dirname, ".."),
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [listBundled()],
    resolve: { alias },
    ssr: { noExternal: true, external: [...external], target: "node" },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      target,
      minify: false,
      rolldownOptions: { output: { format: "es", keepNames: true, entryFileNames: file } },
    },
  });
}

/** Writes the list for packages whose files were copied unchanged. @param names as imported by a package of the repository */
export function listPackages(dir: string, names: readonly string[], importedBy: string): void {
  const { resolve } = createRequire(importedBy);
  const packages = names.map((name) => readPackage(packageFolder(resolve(name)) ?? ""));
  writeFileSync(join(dir, listName), JSON.stringify(packages));
}

/** @returns an empty list if nothing was built */
export function readBundled(folder: string): readonly BundledPackage[] {
  const list = join(folder, listName);
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as BundledPackage[]) : [];
}

const packageFolder = (id: string): string | undefined =>
  /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as BundledPackage;
  const [file] = readdirSync(folder)
    .filter((one) => /^licen[cs]e/i.test(one))
    .toSorted();
  if (license === undefined) throw new Error(`${name} names no license`);
  return { name, version, license, licenseText: file === undefined ? "" : readFileSync(join(folder, file), "utf8") };
}
