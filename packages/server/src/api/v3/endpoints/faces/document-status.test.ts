/** The issuer's status list decides whether a wallet's document is accepted; the response reports the age of the list. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import type { z } from "zod";
import { addAnchors } from "../../../../documents/anchors/trust-anchors.ts";
import { createStatusLists } from "../../../../documents/status/status-lists.ts";
import { type StatusDemand, statusDemand } from "../../../../documents/status/status-demand.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { commandLine } from "@selfsame/platform/audit/audit";
import { changeSetting } from "@selfsame/platform/settings/setting";
import { makeCountry } from "../../../../../testing/documents/issuer.ts";
import { issueMdoc, presentMdoc, transcriptOf, withEntry } from "../../../../../testing/documents/mdoc.ts";
import { statusCwt } from "../../../../../testing/documents/status-list.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send } from "../../../../../testing/service/request.ts";
import { startService } from "../../../../../testing/service/service.ts";
import type { verifySchema } from "../../schemas/faces.ts";

const [amal, selfie] = await Promise.all([portrait("amal"), portrait("amal-selfie")]);
const jpeg = await sharp(amal).jpeg({ quality: 92 }).toBuffer();
const uri = "https://license.example/status";
const country = makeCountry();

/** A license at this index of its issuer's status list, presented for a request of its own. */
async function licenseAt(idx: number) {
  const held = await issueMdoc(country.documentSigner, { portrait: jpeg });
  const entry = new Map<string, unknown>(Object.entries({ uri, idx }));
  const listed = withEntry(held, country.documentSigner, "status", new Map([["status_list", entry]]));
  const transcript = await transcriptOf({ nonce: `n-${idx}` });
  const session_transcript = Buffer.from(transcript.encode()).toString("base64");
  const reference_document = await presentMdoc(listed, transcript);
  return { selfie, threshold: "0", document_format: "mdoc", reference_document, session_transcript };
}

async function start(t: TestContext, answer: () => Response) {
  const statusLists = createStatusLists({ usual: "require", fetch: async () => answer(), now: Date.now });
  const comparison = createComparison(await testModels());
  const service = await startService(t, { engine: await sharedEngine(), comparison, statusLists });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(country.csca) }], Date.now());
  const choose = async (demand: StatusDemand) => {
    const { id } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    await changeSetting(service.store.db, commandLine, id, statusDemand, demand, Date.now());
  };
  return { verify: async (idx: number) => send(service, { photos: await licenseAt(idx) }), choose };
}

test("a license that is on its issuer's list of the revoked is rejected", async (t) => {
  const token = statusCwt(country.documentSigner, { uri, statuses: [0, 1] });
  const { verify } = await start(t, () => new Response(Uint8Array.from(token)));
  const { data } = await bodyOf<z.infer<typeof verifySchema>>(await verify(0));
  const { status } = data.reference.document ?? {};
  assert.equal(status?.result, "valid");
  const ageMs = Date.now() - Date.parse(status.issued_at ?? "");
  assert.ok(ageMs >= 0 && ageMs < 60_000, `${ageMs} ms`);
  const { error } = await failureOf(await verify(1));
  assert.deepEqual([error.code, error.param], ["document_revoked", "reference_document"]);
});

test("a license whose list cannot be had is rejected where the operator requires it", async (t) => {
  const { verify } = await start(t, () => new Response("", { status: 500 }));
  const { error } = await failureOf(await verify(0));
  assert.deepEqual([error.code, error.param], ["document_status_unknown", "reference_document"]);
});

test("a team's own choice comes before the operator's", async (t) => {
  let asked = 0;
  const { verify, choose } = await start(t, () => new Response("", { status: 500 + asked++ }));
  await choose("if_reachable");
  const { data } = await bodyOf<z.infer<typeof verifySchema>>(await verify(0));
  const unknown = { source: "status_list", result: "unknown", issued_at: null, fetched_at: null };
  assert.deepEqual(data.reference.document?.status, unknown);
  await choose("off");
  const { data: without } = await bodyOf<z.infer<typeof verifySchema>>(await verify(1));
  assert.equal(without.reference.document?.status, undefined);
  await choose("require");
  assert.equal((await failureOf(await verify(2))).error.code, "document_status_unknown");
  assert.equal(asked, 1);
});
