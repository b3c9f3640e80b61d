import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

/** The scripts that npm runs when a package of the registry is installed (npm's documentation, "scripts"). */
const installs = ["preinstall", "install", "postinstall"];

/**
 * Packages in an installed tree with install scripts, whether these ran or not: scripts in the package's manifest, node-gyp for a binding.gyp, and
 * packages that the lock file marks. The lock file also lists optional packages that are missing because their build failed.
 * @param folder that contains node_modules
 */
export function installScripts(folder: string): readonly string[] {
  const found: string[] = [];
  const modules = join(folder, "node_modules");
  for (const path of globSync("**/package.json", { cwd: modules })) {
    // Other manifests are part of a package: examples, or a folder's module type.
    if (!/^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(`node_modules/${path.replaceAll("\\", "/")}`))
      continue;
    const { scripts = {}, gypfile } = JSON.parse(readFileSync(join(modules, path), "utf8")) as Manifest;
    const its = dirname(path);
    for (const name of installs) if (scripts[name] !== undefined) found.push(`${its}: ${name}: ${scripts[name]}`);
    const compiles = gypfile !== false && existsSync(join(modules, its, "binding.gyp"));
    if (compiles) found.push(`${its}: binding.gyp`);
  }
  for (const lock of [join(folder, "package-lock.json"), join(modules, ".package-lock.json")]) {
    const { packages } = JSON.parse(readFileSync(lock, "utf8")) as {
      packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    for (const [path, { hasInstallScript }] of Object.entries(packages)) {
      if (hasInstallScript)
        found.push(`${relative("node_modules", path) || "the project"}: named by ${relative(folder, lock)}`);
    }
  }
  return found;
}
