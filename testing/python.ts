/** A Python that can build packages and install them, for the tests of the Python client. */
import { spawnSync } from "node:child_process";

const builds = (python: string): boolean =>
  spawnSync(python, ["-c", "import setuptools, wheel, venv, ensurepip, pip"]).status === 0;

/** @returns undefined where there is none: those tests skip themselves */
export const findPython = (): string | undefined => ["python3", "/usr/bin/python3"].find(builds);

/** Debian's packages, as root. @returns whether there is one now */
export function installPython(say: (line: string) => void): boolean {
  if (findPython() !== undefined) return true;
  const hasApt = spawnSync("apt-get", ["--version"]).status === 0;
  if (process.getuid?.() !== 0 || !hasApt) return false;
  const packages = ["python3", "python3-pip", "python3-setuptools", "python3-venv", "python3-wheel"];
  say(`No Python that builds packages found. Installing ${packages.join(", ")} with apt-get.`);
  spawnSync("apt-get", ["update", "-qq"]);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  return findPython() !== undefined;
}
