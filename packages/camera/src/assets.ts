import type { CoveredEntry, DetectEntry, EyesEntry, LandmarksEntry } from "@selfsame/face/manifest";

/** The server writes it in place of this word when it serves the script: the worker's URL, relative to the script's own. */
declare const SELFSAME_WORKER: string;
/** Likewise of the module that plays live challenges. */
declare const SELFSAME_CHALLENGE: string;

/** And of the texts in each language but English. */
declare const SELFSAME_LANGUAGES: Readonly<Record<string, string>>;

let script = "";

/** @param url of the script this runs in: all its files come from there, wherever the page is from */
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

/** The languages but English, by their codes. */
export const translations = (): readonly string[] => Object.keys(languages());

export function languageUrl(language: string): string {
  return new URL(languages()[language] ?? "", script).href;
}

/** Of the API that the module asks: beside the script, whatever path is before it. */
export function apiUrl(): string {
  return new URL("api/v3", script).href;
}

/**
 * Where the detector's files are, and how its models are fed: entries of models/manifest.json, whose source is a URL relative to the
 * worker's own. The server writes it into the worker, in place of SELFSAME_ASSETS.
 */
export interface Assets {
  readonly runtime: string;
  readonly detect: Served<DetectEntry>;
  readonly landmarks: Served<LandmarksEntry>;
  readonly eyes: Served<EyesEntry>;
  readonly covered?: Served<CoveredEntry>;
}

export type Served<Entry> = Entry & { readonly source: { readonly path: string } };
