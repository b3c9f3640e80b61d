import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BundledPackage } from "../build-bundled.ts";
import { root } from "./stage.ts";

/** ONNX Runtime's packages for browsers do not contain its license. */
const onnxRuntimeLicense = join(root, "packages/cli/npm/onnxruntime/LICENSE");

/**
 * Writes the licenses that must accompany the code.
 * @throws if a package has no license text
 */
export function writeLicenses(outDir: string, packages: readonly BundledPackage[]): void {
  const parts = packages.map(({ name, version, license, licenseText }) => {
    const text = name.startsWith("onnxruntime-") ? readFileSync(onnxRuntimeLicense, "utf8") : licenseText;
    if (text === "") throw new Error(`${name} brings no text of its license`);
    return `## ${name} ${version} (${license})\n\n\`\`\`\n${text.trim()}\n\`\`\`\n`;
  });
  const title = "# Licenses of what is inside\n\nThe code of these packages is part of the files here.\n";
  writeFileSync(join(outDir, "THIRD-PARTY-LICENSES.md"), [title, ...parts].join("\n"));
}
