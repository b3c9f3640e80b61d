import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRegistry } from "../../testing/registry.ts";
import type { BundledPackage } from "../build-bundled.ts";

const run = promisify(execFile);
const shell = process.platform === "win32";

/** The file's name in each package: CycloneDX's convention for JSON. */
export const sbomName = "sbom.cdx.json";

export interface SbomSubject {
  /** A package's folder, not packed yet. */
  readonly folder: string;
  readonly type: "application" | "library";
  readonly bundled: readonly BundledPackage[];
  /** Our tarballs, which the package may depend on before they are published. */
  readonly packed: readonly string[];
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * Writes a package's SBOM in CycloneDX's format: the dependencies that npm would install now, on every system, and the bundled packages, which npm
 * does not list.
 */
export async function writeSbom({ folder, type, bundled, packed }: SbomSubject): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "selfsame-sbom-"));
  const { stdout: upstream } = await run("npm", ["config", "get", "registry"], { shell });
  const registry = createRegistry(packed, upstream.trim()).listen(0, "127.0.0.1");
  await once(registry, "listening");
  try {
    cpSync(join(folder, "package.json"), join(work, "package.json"));
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    };
    const options = { cwd: work, env, shell, maxBuffer: 64 * 1024 * 1024 };
    await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], options);
    const args = ["sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx", "--sbom-type", type];
    const { stdout } = await run("npm", args, options);
    const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string };
    writeFileSync(
      join(folder, sbomName),
      `${JSON.stringify(complete(JSON.parse(stdout) as Sbom, name, bundled), null, 2)}\n`,
    );
  } finally {
    registry.closeAllConnections();
    registry.close();
    rmSync(work, { recursive: true, force: true });
  }
}

function complete(sbom: Sbom, name: string, bundled: readonly BundledPackage[]): Sbom {
  const installed = new Set(sbom.components.map((one) => one["bom-ref"]));
  const inside = bundled.map(componentOf).filter((one) => !installed.has(one["bom-ref"]));
  const root = sbom.metadata.component["bom-ref"];
  return {
    ...sbom,
    // npm names it after its folder.
    metadata: { ...sbom.metadata, component: { ...sbom.metadata.component, name } },
    components: [...sbom.components.map(withPublicAddress), ...inside],
    dependencies: [
      ...sbom.dependencies.map((one) =>
        one.ref === root
          ? { ...one, dependsOn: [...(one.dependsOn ?? []), ...inside.map((its) => its["bom-ref"])] }
          : one,
      ),
      ...inside.map((its) => ({ ref: its["bom-ref"], dependsOn: [] })),
    ],
  };
}

const componentOf = ({ name, version, license }: BundledPackage) => ({
  "bom-ref": `${name}@${version}`,
  type: "library",
  name,
  version,
  scope: "required",
  description: "Its code is inside this package.",
  purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  licenses: [license.includes(" ") ? { expression: license } : { license: { id: license } }],
  externalReferences: [distribution(name, version)],
});

/** Replaces the address of the registry that was used with the public one. */
const withPublicAddress = (one: Component): Component => ({
  ...one,
  externalReferences: [
    ...(one.externalReferences ?? []).filter(({ type }) => type !== "distribution"),
    distribution(one.name, one.version),
  ],
});

const distribution = (name: string, version: string) => ({
  type: "distribution",
  url: `https://registry.npmjs.org/${name}/-/${name.replace(/^@[^/]+\//, "")}-${version}.tgz`,
});
