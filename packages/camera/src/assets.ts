import type { CoveredEntry, DetectEntry, EyesEntry, LandmarksEntry } from "@selfsame/face/manifest";

/** Replaced by the server when it serves the script: URL of the worker, relative to the script's own. */
declare const SELFSAME_WORKER: string;
/** The same for the module that plays live challenges. */
declare const SELFSAME_CHALLENGE: string;

/** The same for the texts of each language other than English. */
declare const SELFSAME_LANGUAGES: Readonly<Record<string, string>>;

let script = "";

/** @param url of the running script: all its files come from the same place, wherever the page is */
export function loadSibling(url: string): void {
  script = url;
}

export function workerUrl(): string {
  return new URL(SELFSAME_WORKER, script).href;
}

export function challengeUrl(): string {
  return new URL(SELFSAME_CHALLENGE, script).href;
}

const languages = () => SELFSAME_LANGUAGES;

/** Codes of all languages other than English. */
export const translations = (): readonly string[] => Object.keys(languages());

export function languageUrl(language: string): string {
  return new URL(languages()[language] ?? "", script).href;
}

/** Base URL of the API: next to the script, under whatever path that is. */
export function apiUrl(): string {
  return new URL("api/v3", script).href;
}

/**
 * URLs of the detector's files and the inputs of its models: entries of models/manifest.json, with URLs relative to the worker. The server writes it
 * into the worker, in place of SELFSAME_ASSETS.
 */
export interface Assets {
  readonly runtime: string;
  readonly detect: Served<DetectEntry>;
  readonly landmarks: Served<LandmarksEntry>;
  readonly eyes: Served<EyesEntry>;
  readonly covered?: Served<CoveredEntry>;
}

export type Served<Entry> = Entry & { readonly source: { readonly path: string } };
