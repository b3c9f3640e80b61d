/** The text that the pictures of docs/pictures/ showed when they were taken, so that a test names outdated ones without taking them. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const recordPath = join(import.meta.dirname, "record.json");

/** A part of the interface: its files, relative to the root, and the pictures that show it. */
export interface Shown {
  readonly files: readonly string[];
  readonly pictures: readonly string[];
}

const overview = ["dashboard-wide.webp", "dashboard-phone.webp"];
export const dashboardPictures = [...overview, "dashboard-sessions-wide.webp"];
const sessions = ["session-phone.webp", "session-wide.webp", "session-done-phone.webp", "session.webp"];

export const shown: Readonly<Record<string, Shown>> = {
  "hosted page": {
    files: ["packages/texts/src/languages/en.ts", "packages/verify-page/src/styles/*.css"],
    pictures: sessions,
  },
  camera: {
    files: ["packages/texts/src/languages/en.ts", "packages/camera/src/view/*.css"],
    pictures: ["camera-phone.webp", "camera-wide.webp", "session.webp"],
  },
  overview: { files: ["packages/dashboard/src/views/overview/*.tsx"], pictures: overview },
  verifications: {
    files: ["packages/dashboard/src/views/verifications/*.tsx"],
    pictures: ["dashboard-sessions-wide.webp"],
  },
  "dashboard's frame": {
    files: [
      "packages/dashboard/src/shell/{shell,navigation,views,team-switcher,mode-switch}.{ts,tsx}",
      "packages/dashboard/src/styles/tokens.css",
    ],
    pictures: dashboardPictures,
  },
};

/**
 * The visible part of a source: words in quotes and between tags, and the values of CSS variables. Code, comments and layout do not count, so that a
 * change without visible text needs no new picture.
 */
export function visibleIn(source: string): ReadonlySet<string> {
  const code = source
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/(?<!:)\/\/.*$/gm, "")
    .replaceAll(/^import .*$/gm, "")
    .replaceAll(/\b(?:class|className)=(?:"[^"]*"|\{[^}]*\})/g, "");
  const found = [
    ...[...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
      ([, quoted, template]) => quoted ?? template,
    ),
    ...[...code.matchAll(/>([^<>{}=;()]+)</g)].map(([, text]) => text),
    ...[...code.matchAll(/--[\w-]+:[^;{}]+(?=;)/g)].map(([value]) => value),
  ].map((text = "") => text.replaceAll(/\s+/g, " ").trim());
  return new Set(found.filter((text) => /^--|^\p{Lu}|\p{L} \p{L}/u.test(text)));
}

export type Visible = Readonly<Record<string, readonly string[]>>;

/** The text that each part shows now, sorted. @throws if a part has no files any more */
export function visibleNow(): Visible {
  return Object.fromEntries(
    Object.entries(shown).map(([part, { files }]) => {
      const paths = globSync([...files], { cwd: root });
      if (paths.length === 0) throw new Error(`${part}: there are no files ${files.join(", ")}`);
      const words = paths.flatMap((path) => [...visibleIn(readFileSync(join(root, path), "utf8"))]);
      return [part, [...new Set(words)].toSorted()];
    }),
  );
}

export const readRecord = (): Visible => JSON.parse(readFileSync(recordPath, "utf8")) as Visible;

/** @param pictures that were taken: a part that other pictures show as well stays unchanged in the record */
export function writeRecord(pictures: readonly string[] = Object.values(shown).flatMap((part) => part.pictures)): void {
  const now = visibleNow();
  const taken = Object.keys(shown).filter((part) => shown[part]?.pictures.every((name) => pictures.includes(name)));
  const record = { ...readRecord(), ...Object.fromEntries(taken.map((part) => [part, now[part]])) };
  writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`);
}

/** Parts whose text differs between two records, each with the added and removed text. */
export function outOfDate(before: Visible, now: Visible): string[] {
  const lines: string[] = [];
  for (const [part, { pictures }] of Object.entries(shown)) {
    const [old, current] = [new Set(before[part]), new Set(now[part])];
    const added = [...current].filter((text) => !old.has(text));
    const gone = [...old].filter((text) => !current.has(text));
    if (added.length + gone.length === 0) continue;
    lines.push(`${part} (${pictures.join(", ")}): new ${JSON.stringify(added)}, gone ${JSON.stringify(gone)}`);
  }
  return lines;
}
