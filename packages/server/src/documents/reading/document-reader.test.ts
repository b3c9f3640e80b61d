import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { bombs } from "../../../testing/documents/bombs.ts";
import { dg2, faceRecord } from "../../../testing/documents/face-record.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { createDocumentReader, type ReaderLimits } from "./document-reader.ts";

const image = Buffer.alloc(3000, 7);
const chip = dg2(faceRecord(image));
const country = makeCountry();
const plain = { format: "dg2", file: chip, sod: undefined } as const;
/** A document within the budgets that takes a tenth of a second or more. */
const large = bombs.find(({ name }) => name === "mdoc: documents")?.parts["reference_document"] as Uint8Array;
const slow = { format: "mdoc", file: large, sessionTranscript: Buffer.from("83f6f6f6", "hex") } as const;

function start(t: TestContext, limits?: Partial<ReaderLimits>) {
  const problems: string[] = [];
  let faults = 0;
  const reader = createDocumentReader(
    { report: (problem) => problems.push(problem), countFault: () => faults++ },
    limits,
  );
  t.after(() => reader.stop());
  const read = (document: typeof plain | typeof slow, accountId = "one") =>
    reader.read("document", { document, mustBeSigned: false, allowWeak: false, nowMs: Date.now() }, { accountId });
  return { reader, read, problems, faults: () => faults };
}

test("a document is read in another process, by anchors that are found in this one", async (t) => {
  const { reader, problems } = start(t);
  const asks = {
    document: { ...plain, sod: country.sodOf(chip) },
    mustBeSigned: true,
    allowWeak: false,
    nowMs: Date.now(),
  };
  const names: string[] = [];
  const findCertificates = async ({ issuerKeyId }: { readonly issuerKeyId: string | null }) => {
    names.push(issuerKeyId ?? "");
    return [country.csca];
  };
  const read = await reader.read("document", asks, { accountId: "one", findCertificates });
  assert.ok(read?.outcome === "read", read?.outcome);
  assert.deepEqual(Buffer.from(read.portrait), image);
  assert.equal(read.facts.signed?.issuer, "Utopia CSCA 1");
  assert.ok(read.facts.signed.validUntil instanceof Date);
  assert.match(names.join(), /^[0-9a-f]{40}$/);
  assert.deepEqual(problems, []);
});

test("what takes longer than any document has no answer, is counted, and the next one is read", async (t) => {
  const { read, problems, faults } = start(t, { processorMs: 20 });
  assert.equal((await read(plain))?.outcome, "read");
  assert.equal(await read(slow), undefined);
  assert.equal(faults(), 1);
  assert.deepEqual(problems, ["a document was given up: its parser took too long or crashed"]);
  assert.equal((await read(plain))?.outcome, "read");
});

test("without a processor for it, a document has to be sent again", async (t) => {
  const { read, faults } = start(t, { starvedMs: 20 });
  await assert.rejects(read(slow), EngineUnavailable);
  assert.equal(faults(), 0);
});

test("a database that is away is no fault of the document, and the next one is read", async (t) => {
  const { reader, read, faults } = start(t);
  const asks = {
    document: { ...plain, sod: country.sodOf(chip) },
    mustBeSigned: true,
    allowWeak: false,
    nowMs: Date.now(),
  };
  const away = new Error("the database is away");
  const findCertificates = () => Promise.reject(away);
  await assert.rejects(reader.read("document", asks, { accountId: "one", findCertificates }), away);
  assert.equal((await read(plain))?.outcome, "read");
  assert.equal(faults(), 0);
});

test("one account's flood of documents keeps no other account's waiting, and ends in rejections", async (t) => {
  const { read } = start(t);
  await read(slow, "greedy");
  let answered = 0;
  let rejected = 0;
  const flood = Array.from({ length: 200 }, async () => {
    await read(slow, "greedy").then(
      () => answered++,
      (error: unknown) => {
        assert.ok(error instanceof EngineUnavailable && error.retryAfterSeconds >= 1);
        rejected++;
      },
    );
  });
  assert.equal((await read(plain, "another"))?.outcome, "read");
  assert.ok(answered <= 2, `${answered} of the flood came before`);
  await Promise.all(flood);
  assert.ok(answered > 0 && rejected > 0, `${answered} answered, ${rejected} rejected`);
});

test("who has gone waits no more, and a reader that stops takes nothing", async (t) => {
  const { reader, read } = start(t);
  const first = read(slow);
  const leaving = new AbortController();
  const asks = { document: plain, mustBeSigned: false, allowWeak: false, nowMs: Date.now() };
  const second = reader.read("document", asks, { accountId: "one", signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await assert.rejects(second, /gone/);
  await first;
  await reader.stop();
  await assert.rejects(read(plain), EngineUnavailable);
});
