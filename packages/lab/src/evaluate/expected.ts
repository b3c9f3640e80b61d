import { dirname, resolve } from "node:path";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Seen } from "./analyze-all.ts";
import { readTable } from "./pairs.ts";

/** A photo and its expected number of faces: a number, `>=` a number, or text if the photo must not be readable at all. */
export interface Expected {
  readonly path: string;
  readonly name: string;
  readonly words: string;
}

export interface CountFigures {
  readonly photos: number;
  readonly met: number;
  readonly missed: readonly { readonly name: string; readonly expected: string; readonly found: string }[];
}

export async function readExpected(path: string): Promise<Expected[]> {
  const rows = await readTable(path, ["path", "expected_faces"]);
  return rows.map(({ path: name = "", expected_faces: words = "" }) => ({
    path: resolve(dirname(path), name),
    name,
    words,
  }));
}

export function countFigures(expected: readonly Expected[], seen: ReadonlyMap<string, Seen>): CountFigures {
  const results = expected.map(({ path, name, words }) => {
    const one = seen.get(path);
    if (!one) throw new OperatorError(`${path} was not looked at.`);
    const found = one.outcome === "analyzed" ? String(one.faces) : one.outcome;
    return { name, expected: words, found, isMet: isMet(words, one) };
  });
  return {
    photos: results.length,
    met: results.filter((one) => one.isMet).length,
    missed: results.filter((one) => !one.isMet).map(({ name, expected, found }) => ({ name, expected, found })),
  };
}

/** Text after the number is a remark. */
function isMet(words: string, { outcome, faces }: Seen): boolean {
  const number = /^(>=)?\s*(\d+)/.exec(words);
  if (!number) return outcome !== "analyzed";
  const wanted = Number(number[2]);
  return outcome === "analyzed" && (number[1] ? faces >= wanted : faces === wanted);
}
