import { startProgress } from "../../lab/evaluate/progress.ts";
import { addModel } from "../../models/catalog/add.ts";
import { type CatalogEntry, catalogEntry, readCard } from "../../models/catalog/catalog.ts";
import { OperatorError } from "../../operator-error.ts";
import { readOwnSettings } from "../settings.ts";
import { type Parsed, textOf } from "../subcommands.ts";

export async function add(parsed: Parsed): Promise<number> {
  const { entry, file } = wanted(parsed);
  const { modelsDir, modelsMirror } = readOwnSettings();
  assertLicense(entry, parsed.values["accept-license"] === true);
  await addModel({
    entry,
    file,
    modelsDir,
    mirror: modelsMirror,
    fetching: {
      mirrorHost: modelsMirror === undefined ? undefined : new URL(modelsMirror).host,
      proxied: ["HTTPS_PROXY", "https_proxy"].some((name) => (process.env[name] ?? "") !== ""),
      startProgress,
    },
    say: console.log,
  });
  console.log(
    `${entry.name} is added (${entry.title}; ${entry.license.spdx}). It was trained on: ${entry.license.trainingPhotos}`,
  );
  console.log(
    entry.calibration === undefined
      ? `It serves once it is calibrated: selfsame models calibrate ${entry.name} --people FOLDER`
      : `It is calibrated by us. To serve with it: selfsame models use ${entry.name}. Better still, calibrate it on photos of yours before.`,
  );
  return 0;
}

function wanted(parsed: Parsed): { readonly entry: CatalogEntry; readonly file?: string } {
  const [word = ""] = parsed.positionals;
  const [name, card] = [textOf(parsed, "as"), textOf(parsed, "card")];
  if (name === undefined) {
    if (card !== undefined) return { entry: readCard(card, word) };
    if (/[/\\.]/.test(word)) throw new OperatorError("A file is added with --as NAME. See --help.");
    return { entry: catalogEntry(word) };
  }
  return { entry: card === undefined ? catalogEntry(name) : readCard(card, name), file: word };
}

function assertLicense({ name, license }: CatalogEntry, accepted: boolean): void {
  if (license.accept === undefined) return;
  if (accepted) return console.log(`License of ${name} accepted: ${license.accept}`);
  const commercial = license.commercial === "no" ? "does not allow commercial use" : "leaves commercial use unclear";
  const source = license.source === undefined ? "" : ` (${license.source})`;
  throw new OperatorError(
    `The license of ${name}, ${license.spdx}${source}, ${commercial}. Whoever adds it says:\n\n  ${license.accept}\n\nTo say so, add --accept-license. Nothing was installed.`,
  );
}
