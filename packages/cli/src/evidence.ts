import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  makeKeyPair,
  openPhoto,
  type PrivateKey,
  readPrivateKey,
  type PhotoClaims,
} from "@selfsame/server/features/sessions/evidence/open-photo";
import { formatOf } from "@selfsame/photo/decode/format";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Command } from "./command.ts";
import { readGivenFile } from "./read-file.ts";
import { runSubcommand, type Subcommand, textOf } from "./subcommands.ts";

const help = `Usage: selfsame evidence key --out PRIVATE.jwk
       selfsame evidence open FILE --key PRIVATE.jwk --out FOLDER

Photos of sessions that only you can open. Neither command needs the service, nor a network.
key   makes a pair of keys: writes the private one to a new file that only you can read, and prints the public one, to set in the service.
open  opens what GET /api/v3/sessions/{id}/evidence returned, and writes its photos into a folder.`;

/** A session's limit is 16 MB of sealed photos. */
const evidenceMegabytesMax = 32;
const photosMax = 1000;

const evidenceSchema = z.object({
  id: z.string().max(64),
  photos: z
    .array(z.object({ part: z.enum(["reference", "frame", "selfie"]), attempt: z.int().min(0), jwe: z.string() }))
    .max(photosMax),
});

const key: Subcommand = {
  words: [],
  options: { out: { type: "string" } },
  run: async (parsed) => {
    const file = textOf(parsed, "out");
    if (file === undefined) throw new OperatorError("Name the file for the private key: --out PRIVATE.jwk");
    const { publicKey, privateKey } = await makeKeyPair();
    await writeNew(file, `${JSON.stringify(privateKey, null, 2)}\n`);
    console.log(JSON.stringify(publicKey));
    console.error(`The private key is in ${file}. Keep a copy: without it nobody can open what is sealed.`);
    return 0;
  },
};

const open: Subcommand = {
  words: ["FILE"],
  options: { key: { type: "string" }, out: { type: "string" } },
  run: async (parsed) => {
    const [file = ""] = parsed.positionals;
    const [keyFile, folder] = [textOf(parsed, "key"), textOf(parsed, "out")];
    if (keyFile === undefined) throw new OperatorError("Name your private key: --key PRIVATE.jwk");
    if (folder === undefined) throw new OperatorError("Name the folder for the photos: --out FOLDER");
    const { id, photos } = evidenceIn(file, await readGivenFile(file, evidenceMegabytesMax));
    const privateKey = await privateKeyIn(keyFile);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const [i, { part, attempt, jwe }] of photos.entries()) {
      const number = `${i + 1}`.padStart(2, "0");
      const bytes = await bytesOf(jwe, privateKey, { session: id, part, attempt }, number);
      const of = attempt === 0 ? "" : `-attempt-${attempt}`;
      const name = `${number}-${part}${of}.${extensionOf(bytes)}`;
      await writeNew(join(folder, name), bytes);
      console.log(name);
    }
    return 0;
  },
};

/** The evidence in a file: the whole response of the service, or its `data` alone. */
function evidenceIn(file: string, bytes: Buffer) {
  const problem = `${file} is no evidence. Download it with GET /api/v3/sessions/{id}/evidence.`;
  let answer: unknown;
  try {
    answer = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new OperatorError(problem, { cause: error });
  }
  const enveloped = z.object({ data: evidenceSchema }).safeParse(answer);
  const read = enveloped.success
    ? { success: true as const, data: enveloped.data.data }
    : evidenceSchema.safeParse(answer);
  if (!read.success) throw new OperatorError(problem);
  return read.data;
}

async function privateKeyIn(file: string): Promise<PrivateKey> {
  const key = await readPrivateKey((await readGivenFile(file, 1)).toString("utf8"));
  if (!key) throw new OperatorError(`${file} is no X25519 private key as JWK. \`selfsame evidence key\` makes one.`);
  return key;
}

/** @throws OperatorError if the photo was sealed to another key, was changed, or is not the one that the file names */
async function bytesOf(jwe: string, key: PrivateKey, said: PhotoClaims, number: string): Promise<Uint8Array> {
  const opened = await openPhoto(jwe, key, said);
  if (opened.outcome === "opened") return opened.bytes;
  const why = {
    sealed_to_another_key: "was sealed to another key",
    changed: "was changed after it was sealed",
    of_another: `was sealed for another ${"what" in opened ? opened.what : ""} than the file says`,
  };
  throw new OperatorError(`Photo ${number} ${why[opened.outcome]}.`);
}

const extensions = { jpeg: "jpg", png: "png", gif: "gif", webp: "webp", jpeg2000: "jp2" } as const;

function extensionOf(bytes: Uint8Array): string {
  const format = formatOf(bytes);
  return format ? extensions[format] : "bin";
}

/** Writes a new file that only its owner can read. @throws OperatorError if it exists already: no key and no photo is overwritten */
async function writeNew(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "it exists already" : code;
    throw new OperatorError(`${file} cannot be written: ${why}.`, { cause: error });
  }
}

export const command: Command = {
  summary: "make the key that photos of sessions are sealed to, and open them",
  help,
  run: (args) => runSubcommand({ key, open }, help, args),
};
