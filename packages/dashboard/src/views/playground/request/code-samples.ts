import { pathOf } from "./endpoints.ts";
import type { Draft } from "./send.ts";

export const languages = ["curl", "Node", "Python"] as const;
export type Language = (typeof languages)[number];

interface Part {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** The parts of the request, in order. A photo that is not chosen yet has a placeholder name. */
function partsOf({ endpoint, version, photos, threshold }: Draft): readonly Part[] {
  const parts = endpoint.slots.map((slot): Part => {
    const photo = photos[slot];
    if (photo?.from === "url") return { name: `${slot}_url`, value: photo.address, isFile: false };
    return { name: slot, value: photo?.name ?? `${slot}.jpg`, isFile: true };
  });
  const extra = version === "v3" && threshold !== undefined && endpoint.name === "verify";
  return extra ? [...parts, { name: "threshold", value: String(threshold), isFile: false }] : parts;
}

/** The request as code. @param address of the service @param key for curl; programs read the key from the environment */
export function codeSample(language: Language, draft: Draft, address: string, key = "$SELFSAME_API_KEY"): string {
  const url = address + pathOf(draft.endpoint, draft.version);
  const parts = partsOf(draft);
  switch (language) {
    case "curl":
      return curl(url, parts, key);
    case "Node":
      return node(url, parts);
    case "Python":
      return python(url, parts);
  }
}

function curl(url: string, parts: readonly Part[], key: string): string {
  // --form-string, because -F reads a value that begins with @ or < from a file.
  const fields = parts.map(({ name, value, isFile }) =>
    isFile ? `-F ${shellWord(`${name}=@${value}`)}` : `--form-string ${shellWord(`${name}=${value}`)}`,
  );
  return [`curl ${url}`, `-H "Authorization: Bearer ${key}"`, ...fields].join(" \\\n  ");
}

/** Quotes a word for a POSIX shell, if necessary. */
const shellWord = (word: string): string =>
  /^[\w@=.,:/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

function node(url: string, parts: readonly Part[]): string {
  const appends = parts.map(({ name, value, isFile }) => {
    const text = JSON.stringify(value);
    return isFile ? `body.append("${name}", await openAsBlob(${text}), ${text});` : `body.append("${name}", ${text});`;
  });
  const needsFiles = parts.some(({ isFile }) => isFile);
  return [
    ...(needsFiles ? ['import { openAsBlob } from "node:fs";', ""] : []),
    "const body = new FormData();",
    ...appends,
    "",
    `const response = await fetch("${url}", {`,
    '  method: "POST",',
    "  headers: { Authorization: `Bearer ${process.env.SELFSAME_API_KEY}` },",
    "  body,",
    "});",
    "console.log(await response.json());",
  ].join("\n");
}

function python(url: string, parts: readonly Part[]): string {
  const entry = ({ name, value, isFile }: Part) => {
    const text = JSON.stringify(value);
    // In Python's requests, a tuple without a file name is a form field, sent as multipart like the others.
    return `        "${name}": ${isFile ? `open(${text}, "rb")` : `(None, ${text})`},`;
  };
  return [
    "import os",
    "import requests",
    "",
    "response = requests.post(",
    `    "${url}",`,
    '    headers={"Authorization": f"Bearer {os.environ[\'SELFSAME_API_KEY\']}"},',
    "    files={",
    ...parts.map(entry),
    "    },",
    "    timeout=60,",
    ")",
    "print(response.json())",
  ].join("\n");
}
