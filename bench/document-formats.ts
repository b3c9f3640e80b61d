/**
 * `node bench/document-formats.ts FOLDER [EVERY]`: whether a portrait from a document compares like its plain file. FOLDER has a folder for each
 * person with neutral.jpg and smiling.jpg; every EVERYth is used. The neutral photo is sent plain and in each format. It is compared with the
 * person's smiling photo, where similarity reaches its maximum of 1, and with that of the most similar other person, where it does not. Prints the
 * table of docs/research/documents.md.
 */
import { createHash, X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import { commandLine } from "../packages/platform/src/audit/audit.ts";
import { addAnchors } from "../packages/server/src/documents/anchors/trust-anchors.ts";
import { dg2, faceBlock, faceRecord } from "../packages/server/testing/documents/face-record.ts";
import { makeCountry } from "../packages/server/testing/documents/issuer.ts";
import { issueMdoc, presentMdoc, transcriptOf } from "../packages/server/testing/documents/mdoc.ts";
import { issueCredential, presentCredential } from "../packages/server/testing/documents/sd-jwt-vc.ts";
import { sharedEngine } from "../packages/photo/testing/engine/shared-engine.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { codestreamOf, toJp2 } from "../packages/photo/testing/photos/jpeg2000.ts";
import { formOf, type Parts, startSessionService } from "../packages/server/testing/sessions/sessions.ts";
import { createComparison } from "../packages/photo/src/verify/comparison.ts";
import { createWallet } from "../testing/wallet.ts";

const [folder = "", every = "1"] = process.argv.slice(2);
const country = makeCountry();
const verifier = makeCountry().documentSigner;
const wallet = {
  certificates: [verifier.certificate.toString("base64")],
  key: verifier.key,
  clientId: `x509_hash:${createHash("sha256").update(verifier.certificate).digest("base64url")}`,
  scheme: "openid4vp",
  registrations: [],
};

const people = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("neutral.jpg"))
  .toSorted()
  .filter((_, i) => i % Number(every) === 0)
  .map((path) => {
    const read = (name: string) => readFileSync(join(folder, dirname(path), name));
    return { neutral: read("neutral.jpg"), smiling: read("smiling.jpg") };
  });

/** The width on a chip: ICAO Doc 9303-9 requires at least 90 pixels between the eyes. */
const chipSide = 480;

async function mdoc(portrait: Uint8Array): Promise<Parts> {
  const transcript = await transcriptOf({ nonce: crypto.randomUUID() });
  return {
    reference_document: await presentMdoc(await issueMdoc(country.documentSigner, { portrait }), transcript),
    document_format: "mdoc",
    session_transcript: Buffer.from(transcript.encode()).toString("base64"),
  };
}

async function credential(portrait: Uint8Array): Promise<Parts> {
  const asked = { nonce: crypto.randomUUID(), audience: wallet.clientId };
  const held = await issueCredential(country.documentSigner, { portrait });
  return { reference_document: await presentCredential(held, asked), document_format: "sd_jwt_vc", ...asked };
}

function chip(record: Uint8Array): Parts {
  const file = dg2(record);
  return { reference_document: file, document_format: "dg2", sod: country.sodOf(file) };
}

const record = (file: Uint8Array): Parts => ({ reference_document: file, document_format: "face_record" });

/** The request parts for a portrait, by format. */
const formats: Readonly<Record<string, (jpeg: Buffer) => Promise<Parts>>> = {
  "JPEG 2000 (JP2), as large": async (jpeg) => ({ reference: toJp2(await codestreamOf(jpeg)) }),
  "`dg2` with `sod`, JPEG": async (jpeg) => chip(faceRecord(jpeg)),
  "`face_record` (19794-5), JPEG": async (jpeg) => record(faceRecord(jpeg)),
  "`face_record` (39794-5), JPEG 2000, as large": async (jpeg) => record(faceBlock(await codestreamOf(jpeg))),
  "`mdoc`, JPEG": mdoc,
  "`sd_jwt_vc`, JPEG": credential,
};

/** For portraits already reduced to the size on chips, so that the loss by scaling is not counted as the format's. */
const chipFormats: typeof formats = {
  [`JPEG 2000 (codestream), ${chipSide} pixels`]: async (png) => ({ reference: await codestreamOf(png) }),
  [`\`dg2\` with \`sod\`, JPEG 2000, ${chipSide} pixels`]: async (png) => chip(faceRecord(await codestreamOf(png))),
};

/** Retries once: a connection that was idle while an image was encoded may have been closed. */
async function again<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return ask();
  }
}

async function start(t: TestContext) {
  const engine = await sharedEngine();
  const service = await startSessionService(t, { engine, comparison: createComparison(await testModels()), wallet });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(country.csca) }], Date.now());
  const reach: typeof fetch = (url, init) =>
    fetch((url instanceof Request ? url.url : url.toString()).replace("https://face.example.com", service.url), init);
  const verify = async (parts: Parts): Promise<number> => {
    const { status, body } = await again(() => service.ask("POST", "/verify", formOf({ threshold: "0", ...parts })));
    if (status !== 200) throw new Error(JSON.stringify(body.error));
    return body.data.similarity;
  };
  const byWallet = async (portrait: Uint8Array, selfie: Uint8Array): Promise<number> => {
    const { session, secret } = await service.create({ wallet: true, challenge: "off", threshold: 0 });
    const page = service.visit(secret);
    await page.agree();
    const { data } = (await service.askWallet(secret)).body;
    await createWallet(country.documentSigner, portrait, "pid_mdoc", reach).answer(data.url);
    await page.complete({ selfie });
    return (await service.read(session.id)).result.similarity;
  };
  return { verify, byWallet };
}

/** For each person, the smiling photo of the other person that is most similar to the neutral one. */
async function mostAlike(): Promise<readonly Buffer[]> {
  const engine = await sharedEngine();
  const comparison = createComparison(await testModels());
  const embed = async (photo: Buffer) => {
    const analyzed = await engine.analyze(photo, { embedding: true });
    if (analyzed.outcome !== "analyzed" || !analyzed.embedding) throw new Error("no face");
    return analyzed.embedding;
  };
  const embedded: { neutral: Float32Array; smiling: Float32Array; photo: Buffer }[] = [];
  for (const { neutral, smiling } of people)
    embedded.push({ neutral: await embed(neutral), smiling: await embed(smiling), photo: smiling });
  return embedded.map((person) => {
    const score = (other: typeof person) => comparison.score(person.neutral, other.smiling);
    const others = embedded.filter((other) => other !== person).toSorted((a, b) => score(b) - score(a));
    return others[0]?.photo ?? person.photo;
  });
}

interface Differences {
  readonly genuine: number[];
  readonly impostor: number[];
}

const round = (value: number | undefined) => (value ?? Number.NaN).toFixed(4);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const wallets = "a session with a wallet (PID as `mdoc`), JPEG";

void test("portraits in documents", async (t) => {
  const { verify, byWallet } = await start(t);
  const found = new Map<string, Differences>();
  const note = (format: string, kind: keyof Differences, difference: number) => {
    const differences = found.get(format) ?? { genuine: [], impostor: [] };
    differences[kind].push(Math.abs(difference));
    found.set(format, differences);
  };
  const plains: Differences = { genuine: [], impostor: [] };
  const alike = await mostAlike();
  for (const [index, { neutral, smiling }] of people.entries()) {
    for (const [kind, selfie] of [
      ["genuine", smiling],
      ["impostor", alike[index] ?? smiling],
    ] as const) {
      const plain = await verify({ reference: neutral, selfie });
      plains[kind].push(plain);
      for (const [format, wrap] of Object.entries(formats))
        note(format, kind, (await verify({ ...(await wrap(neutral)), selfie })) - plain);
      const small = await sharp(neutral).resize(chipSide, chipSide, { fit: "inside" }).png().toBuffer();
      const shrunk = await verify({ reference: small, selfie });
      note(`PNG, ${chipSide} pixels`, kind, shrunk - plain);
      for (const [format, wrap] of Object.entries(chipFormats))
        note(format, kind, (await verify({ ...(await wrap(small)), selfie })) - shrunk);
      note(wallets, kind, (await again(() => byWallet(neutral, selfie))) - plain);
    }
    console.error(`${index + 1} of ${people.length}`);
  }
  const { genuine: own, impostor: others } = plains;
  console.log(
    `${people.length} people; similarity of the plain files: same person ${round(median(own))} (median), another ${round(median(others))} (median), ${round(Math.min(...others))} to ${round(Math.max(...others))}`,
  );
  console.log("| format | same person: largest | another person: median | largest | within .005 |");
  console.log("|---|---|---|---|---|");
  for (const [format, { genuine, impostor }] of found) {
    const all = [...genuine, ...impostor];
    const within = all.filter((difference) => difference <= 0.005).length;
    console.log(
      `| ${format} | ${round(Math.max(...genuine))} | ${round(median(impostor))} | ${round(Math.max(...impostor))} | ${within} of ${all.length} |`,
    );
  }
});
