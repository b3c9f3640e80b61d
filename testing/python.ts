/** A Python that can build packages and install them, for the tests of the Python client. */
import { spawnSync } from "node:child_process";

const builds = (python: string): boolean =>
  spawnSync(python, ["-c", "import setuptools, wheel, venv, ensurepip, pip"]).status === 0;

/** Whether it can verify receipts, which needs `cryptography`. */
export const hasCryptography = (python: string): boolean =>
  spawnSync(python, ["-c", "import cryptography"]).status === 0;

/** @returns undefined if there is none: the tests then skip themselves */
export const findPython = (): string | undefined => ["python3", "/usr/bin/python3"].find(builds);

/** Installs Debian's packages, as root. @returns whether a suitable Python is installed now */
export function installPython(say: (line: string) => void): boolean {
  const found = findPython();
  if (found !== undefined && hasCryptography(found)) return true;
  const hasApt = spawnSync("apt-get", ["--version"]).status === 0;
  if (process.getuid?.() !== 0 || !hasApt) return found !== undefined;
  const packages = ["", "-cryptography", "-pip", "-setuptools", "-venv", "-wheel"].map((name) => `python3${name}`);
  say(`No Python that builds packages found. Installing ${packages.join(", ")} with apt-get.`);
  spawnSync("apt-get", ["update", "-qq"]);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  return findPython() !== undefined;
}
