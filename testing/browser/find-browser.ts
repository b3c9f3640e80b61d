/**
 * Finds a Chromium or Chrome for the browser tests, and installs one if there is none. Prefers its headless shell, which draws no windows: the
 * dashboard's tests take a third less processor time with it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { homedir, platform } from "node:os";
import { delimiter, join } from "node:path";

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "chromium-headless-shell",
];
const windowsFolders = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"];

const isShell = (path: string) => /headless[-_]shell(\.exe)?$/.test(path);

/**
 * The path of a Chromium or Chrome that starts. Order: CHROME_PATH, a headless shell, then others in PATH, the usual places and Playwright's cache.
 */
export function findBrowser(): string | undefined {
  const named = process.env["CHROME_PATH"];
  if (named !== undefined && named !== "") return existsSync(named) ? named : undefined;
  const there = [...onPath(), ...usualPlaces(), ...playwrightCache()].filter((path) => existsSync(path));
  return [...there.filter(isShell), ...there.filter((path) => !isShell(path))].find(starts);
}

/**
 * The browser for the tests: the one in CHROME_PATH, or a headless shell. Otherwise installs the headless shell's package as root on Debian; if that
 * fails, takes another browser that is installed; if there is none, installs Chromium's package, or Playwright's download.
 */
export function prepareBrowser(say: (line: string) => void): string | undefined {
  const found = findBrowser();
  if (process.env["CHROME_PATH"] || (found !== undefined && isShell(found))) return found;
  const there = installPackage(say, "chromium-headless-shell") ?? found ?? installPackage(say, "chromium");
  if (there !== undefined) return there;
  say("No Chromium or Chrome found. Downloading one with Playwright.");
  const cli = join(import.meta.dirname, "../../node_modules/playwright-core/cli.js");
  runs(say, process.execPath, [cli, "install", "--only-shell", "chromium"]);
  return findBrowser();
}

/** @returns the browser found afterwards, which may be another one */
function installPackage(say: (line: string) => void, name: string): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  say(`Installing the package ${name} with apt-get for the browser tests.`);
  runs(say, "apt-get", ["update", "-qq"]);
  runs(say, "apt-get", ["install", "-y", "-qq", "--no-install-recommends", name]);
  return findBrowser();
}

/** Runs a command. If it fails, prints the first line of its errors. */
function runs(say: (line: string) => void, command: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr } = spawnSync(command, args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", env });
  if (status !== 0)
    say(`${command} ${args.join(" ")} failed: ${/[^\n]*error[^\n]*/i.exec(stderr)?.[0] ?? `status ${status}`}`);
}

/** Whether the browser starts. Ubuntu's chromium-browser does not: it is a script that only requests a snap. */
function starts(path: string): boolean {
  if (platform() === "win32") return true; // chrome.exe --version opens a window instead of printing
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}

function onPath(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, platform() === "win32" ? `${name}.exe` : name)));
}

function usualPlaces(): string[] {
  if (platform() === "darwin") {
    return ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (platform() !== "win32") return ["/usr/bin/chromium", "/opt/google/chrome/chrome"];
  const roots = windowsFolders.flatMap((name) => process.env[name] ?? []);
  return roots.flatMap((root) =>
    ["Google\\Chrome", "Chromium"].map((name) => join(root, name, "Application", "chrome.exe")),
  );
}

function playwrightCache(): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), "Library", "Caches", "ms-playwright"),
    win32: join(process.env["LOCALAPPDATA"] ?? homedir(), "ms-playwright"),
  };
  const cwd =
    process.env["PLAYWRIGHT_BROWSERS_PATH"] || (caches[platform()] ?? join(homedir(), ".cache", "ms-playwright"));
  const inside = [
    "chromium-*/chrome-*/chrome{,.exe}",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium_headless_shell-*/chrome-*/{headless_shell,chrome-headless-shell}{,.exe}",
  ];
  return globSync(inside, { cwd })
    .toSorted()
    .toReversed()
    .map((path) => join(cwd, path));
}
