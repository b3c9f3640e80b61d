import { addModel, type Adding, nameOf } from "@selfsame/photo/models/catalog/add";
import { catalogDetector, type CatalogEntry, catalogEntry, readCard } from "@selfsame/photo/models/catalog/catalog";
import { fetchingBy } from "@selfsame/photo/models/catalog/fetching-by";
import { OperatorError } from "@selfsame/platform/operator-error";
import { readOwnSettings } from "../settings.ts";
import { type Parsed, textOf } from "../subcommands.ts";
import { defaultName } from "./default-name.ts";

export async function add(parsed: Parsed): Promise<number> {
  const { modelsDir, modelsMirror } = readOwnSettings();
  const detector = wantedDetector(parsed);
  const { entry, file } = wanted(parsed, detector !== undefined);
  const accepted = parsed.values["accept-license"] === true;
  for (const one of [entry, detector?.entry]) if (one) assertLicense(one, accepted);
  const name = nameOf({ entry, detector });
  await addModel({
    entry,
    file,
    detector,
    modelsDir,
    mirror: modelsMirror,
    fetching: fetchingBy(modelsMirror),
    say: console.log,
  });
  for (const one of [entry, detector?.entry]) {
    if (one)
      console.log(`${one.name} (${one.title}; ${one.license.spdx}) was trained on: ${one.license.trainingPhotos}`);
  }
  console.log(`${name} is added.`);
  console.log(`It serves once it is calibrated: selfsame models calibrate ${name} --people FOLDER`);
  return 0;
}

function wantedDetector(parsed: Parsed): Adding["detector"] {
  const [name, file] = [textOf(parsed, "detector"), textOf(parsed, "detector-file")];
  if (name === undefined) {
    if (file !== undefined) throw new OperatorError("--detector-file needs --detector NAME. See --help.");
    return undefined;
  }
  return { entry: catalogDetector(name), file };
}

function wanted(parsed: Parsed, withDetector: boolean): { readonly entry?: CatalogEntry; readonly file?: string } {
  const [word = ""] = parsed.positionals;
  if (word === defaultName) {
    if (withDetector) return {};
    throw new OperatorError("The default is there already. With --detector NAME it is added with another detector.");
  }
  const [name, card] = [textOf(parsed, "as"), textOf(parsed, "card")];
  if (name === undefined) {
    if (card !== undefined) return { entry: readCard(card, word) };
    if (/[/\\.]/.test(word)) throw new OperatorError("A file is added with --as NAME. See --help.");
    return { entry: catalogEntry(word) };
  }
  return { entry: card === undefined ? catalogEntry(name) : readCard(card, name), file: word };
}

function assertLicense({ name, license }: Pick<CatalogEntry, "name" | "license">, accepted: boolean): void {
  if (license.accept === undefined) return;
  if (accepted) return console.log(`License of ${name} accepted: ${license.accept}`);
  const commercial = license.commercial === "no" ? "does not allow commercial use" : "leaves commercial use unclear";
  const source = license.source === undefined ? "" : ` (${license.source})`;
  throw new OperatorError(
    `The license of ${name}, ${license.spdx}${source}, ${commercial}. Whoever adds it says:\n\n  ${license.accept}\n\nTo say so, add --accept-license. Nothing was installed.`,
  );
}
