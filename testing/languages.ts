/** The languages of examples/, and detection of those that this machine can run. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export interface Language {
  /** Succeeds if the language and the examples' dependencies are installed. */
  readonly probe: readonly [command: string, ...args: string[]];
  /** Debian's packages; empty if Debian has none. */
  readonly packages: readonly string[];
  /** Command that runs an example; its file follows. */
  readonly run: readonly [command: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const pythonClient = join(import.meta.dirname, "../clients/python/src");

export const languages = {
  curl: { probe: ["curl", "--version"], packages: ["curl"], run: ["sh"] },
  TypeScript: { probe: [process.execPath, "--version"], packages: [], run: [process.execPath] },
  Python: {
    probe: ["python3", "--version"],
    packages: ["python3"],
    run: ["python3", "-B"],
    env: { PYTHONPATH: pythonClient },
  },
  PHP: {
    probe: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
    packages: ["php-cli", "php-curl"],
    run: ["php"],
  },
  Go: { probe: ["go", "version"], packages: ["golang-go"], run: ["go", "run"] },
  Java: {
    probe: ["javac", "--version"],
    packages: ["default-jdk-headless"],
    // For a program that runs one second, optimizing takes another second.
    run: ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
  },
  "C#": { probe: ["dotnet", "run", "--help"], packages: [], run: ["dotnet", "run"] },
  Ruby: { probe: ["ruby", "-e", "require 'webrick'"], packages: ["ruby", "ruby-webrick"], run: ["ruby"] },
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageName = keyof typeof languages;
export const languageNames = Object.keys(languages) as LanguageName[];

const isInstalled = (name: LanguageName): boolean => {
  const [command, ...args] = languages[name].probe;
  return spawnSync(command, args).status === 0;
};

/** The value of a test's `skip`. */
export const noLanguage = (name: LanguageName): string | false =>
  isInstalled(name) ? false : `${name} is not installed`;

const missing = () => languageNames.filter((name) => languages[name].packages.length > 0 && !isInstalled(name));

/** Installs Debian's packages, as root. @returns the languages that Debian has and that are still missing */
export function installLanguages(say: (line: string) => void): readonly LanguageName[] {
  const before = missing();
  const hasApt = spawnSync("apt-get", ["--version"]).status === 0;
  if (before.length === 0 || process.getuid?.() !== 0 || !hasApt) return before;
  const packages = before.flatMap((name) => languages[name].packages);
  say(`No ${before.join(", ")} found. Installing ${packages.join(", ")} with apt-get.`);
  spawnSync("apt-get", ["update", "-qq"]);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  return missing();
}
