import { type CatalogDetector, type CatalogEntry, readCatalog, readDetectors } from "./catalog.ts";

/** models/cards/catalog.md: a card for each model in models/catalog.json. */
export function renderCatalogPage(): string {
  const recognizers = readCatalog().map((entry) =>
    card(entry, entry.source ? `selfsame models add ${entry.name}` : `selfsame models add FILE --as ${entry.name}`, [
      ["input", inputOf(entry)],
      ["output", outputOf(entry)],
    ]),
  );
  const detectors = readDetectors().map((entry) =>
    card(entry, `selfsame models add default --detector ${entry.name}`, [
      ["input", inputOf(entry)],
      ["output", `decoded as \`${entry.decode}\`; score from ${entry.minScore}, overlap up to ${entry.maxOverlap}`],
    ]),
  );
  return `# Models of the catalog

<!-- Written by \`npm run docs\` from models/catalog.json. -->

What is known of each model that \`selfsame models add\` installs, and what is not. [Use a stronger recognizer](../../docs/models.md) shows how to add, calibrate and use one.

${[...recognizers, ...detectors].join("\n")}`;
}

type Row = readonly [name: string, text: string];

function card(entry: CatalogEntry | CatalogDetector, command: string, own: readonly Row[]): string {
  const { license, published, measuredByUs, unconfirmed, sizeBytes, sha256 } = entry;
  const rows: readonly Row[] = [
    ["from", sourceOf(entry)],
    ["size", sizeBytes === null ? "not known" : `${sizeBytes.toLocaleString("en-US")} bytes`],
    ["SHA-256", sha256 === null ? "not known: recorded when it is first fetched, and printed" : `\`${sha256}\``],
    ["license", license.source === undefined ? license.spdx : `[${license.spdx}](${license.source})`],
    ["commercial use", license.commercial],
    ...(license.accept === undefined ? [] : [["to be accepted", license.accept] as const]),
    ["training photos", license.trainingPhotos],
    ...own,
    ["published", published.map(({ figure, source }) => `[${figure}](${source})`).join("; ") || "nothing"],
    ["measured by us", measuredByUs ?? "no"],
    ["not confirmed", unconfirmed.join(" ") || "nothing"],
    ["checked", entry.checked],
  ];
  return `## ${entry.title}

\`${command}${license.accept === undefined ? "" : " --accept-license"}\`

| | |
|---|---|
${rows.map(([name, text]) => `| ${name} | ${text} |`).join("\n")}
`;
}

function sourceOf({ source }: CatalogEntry | CatalogDetector): string {
  if (!source) return "a file of yours: no address is known";
  if ("npm" in source) return `\`${source.file}\` of the npm package \`${source.npm}\``;
  return source.member === undefined ? `<${source.url}>` : `\`${source.member}\` in <${source.url}>`;
}

const asOne = (numbers: readonly number[]): string =>
  new Set(numbers).size === 1 ? `${numbers[0]}` : `(${numbers.join()})`;

function inputOf({ input: { width, height, channels, mean, scale } }: CatalogEntry | CatalogDetector): string {
  return `${width} x ${height}, ${channels.toUpperCase()}, (v - ${asOne(mean)}) / ${asOne(scale)}`;
}

function outputOf({ dimensions, mirror, second }: CatalogEntry): string {
  const numbers = `${dimensions} numbers${mirror ? ", the mean with the mirror image" : ""}`;
  if (!second) return numbers;
  return `${numbers}, asked where the default's score lies within ${second.band} of its threshold; counts for ${second.weight}`;
}
