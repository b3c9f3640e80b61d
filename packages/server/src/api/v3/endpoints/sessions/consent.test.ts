/** Consent records: the fields required by the Data Privacy Vocabulary profile for ISO/IEC TS 27560, and what remains after a withdrawal. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Ajv } from "ajv";
import { consentVersion } from "@selfsame/texts/consent-version";
import { textsIn } from "@selfsame/texts/languages";
import { noticePath } from "../../../../features/branding/branding.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const amal = await portrait("amal");

const text = { type: "string", minLength: 1 } as const;
const time = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" } as const;
const list = (items: object, minItems = 1) => ({ type: "array", minItems, items });
const object = (properties: Readonly<Record<string, object>>, more: object = {}) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
  ...more,
});
const labeled = object({ "skos:broader": { anyOf: [text, list(text)] }, "skos:prefLabel": text });

/** The fields that the profile requires, as its guide lists them (w3id.org/dpv/guides/consent-27560). */
const profile = object({
  "dct:conformsTo": { enum: ["dpv-27560:record", "dpv-27560:receipt"] },
  "dpv:hasIdentifier": text,
  "dpv:hasDataSubject": object({ "dpv:hasIdentifier": text }),
  "dct:created": time,
  "dct:creator": text,
  "dct:language": { type: "string", pattern: "^[a-z]{2}$" },
  "dpv:hasProcess": list(
    object({
      "dpv:hasPurpose": list(labeled),
      "dpv:hasPersonalData": list(object({ "@type": list(text), "skos:broader": { anyOf: [text, list(text)] } })),
      "dpv:hasProcessing": list({ anyOf: [text, labeled] }),
      "dpv:hasDataController": list(text),
      "dpv:hasDataSource": list(text),
      "dpv:hasStorageCondition": {
        ...list(object({ "@type": list(text) })),
        allOf: [
          { contains: object({ "@type": { contains: { const: "dpv:StorageLocation" } }, "dpv:hasLocation": text }) },
          {
            contains: object({
              "@type": { contains: { const: "dpv:StorageDuration" } },
              "dpv:hasDuration": object({
                "@type": {
                  enum: [
                    "dpv:TemporalDuration",
                    "dpv:UntilTimeDuration",
                    "dpv:UntilEventDuration",
                    "dpv:FixedOccurencesDuration",
                  ],
                },
                "rdf:value": text,
              }),
            }),
          },
        ],
      },
      "dpv:hasRecipient": list(text, 0),
      "dpv:hasLegalBasis": list(text),
      "dpv:hasConsentStatus": list(
        object({ "@type": list(text), "dpv:isIndicatedAtTime": time, "dpv:isExercisedAt": text }),
      ),
    }),
  ),
  "dpv:hasNotice": list(object({ "dpv:hasIdentifier": text })),
  "dpv:hasEntity": { type: "object", minProperties: 1 },
});
const fits = new Ajv({ strict: false }).compile(profile);

/** @throws if the record lacks a required field, or names an undefined entity or prefix */
function assertProfile(record: Readonly<Record<string, never>>): void {
  assert.ok(fits(record), JSON.stringify(fits.errors));
  const entities = Object.keys(record["dpv:hasEntity"] ?? {});
  const [process] = record["dpv:hasProcess"] as unknown as readonly Readonly<Record<string, string[]>>[];
  for (const named of [record["dct:creator"], ...(process?.["dpv:hasDataController"] ?? [])])
    assert.ok(entities.includes(String(named)), String(named));
  const prefixes = Object.keys(record["@context"] ?? {});
  const { "@context": _, ...rest } = record;
  for (const [, prefix = ""] of JSON.stringify(rest).matchAll(/"([a-z0-9-]+):[A-Za-z]/g))
    assert.ok(prefixes.includes(prefix) || prefix === "https", prefix);
}

const statusesOf = (record: Readonly<Record<string, never>>) => {
  const [process] = record["dpv:hasProcess"] as unknown as readonly {
    "dpv:hasConsentStatus": { "@type": string[] }[];
  }[];
  return process?.["dpv:hasConsentStatus"].map(({ "@type": [type] }) => type);
};

const durationsOf = (record: Readonly<Record<string, never>>) => {
  const [process] = record["dpv:hasProcess"] as unknown as readonly {
    "dpv:hasStorageCondition": readonly { readonly "dpv:hasDuration"?: { readonly "rdf:value": string } }[];
  }[];
  return process?.["dpv:hasStorageCondition"].flatMap((one) => one["dpv:hasDuration"]?.["rdf:value"] ?? []);
};

const noticeOf = (accountId: string) => `https://face.example.com${noticePath(accountId)}`;

onEachStore("the record of a consent", (kind) => {
  test("says what was agreed to, in whose name and language, and is the person's as well", async (t) => {
    const { ask, create, visit } = await startSessionService(t, { kind });
    const branded = await ask("POST", "/branding", {
      name: "Shop",
      controller: "Shop Ltd.",
      contact: "a@shop.example",
    });
    assert.equal(branded.status, 200, JSON.stringify(branded.body));
    const { session, secret } = await create(formOf({ reference: amal, external_id: "ada" }));
    const early = await ask("GET", `/sessions/${session.id}/consent`);
    assert.deepEqual([early.status, early.body.error.code], [409, "consent_not_given"]);
    const page = visit(secret);
    assert.equal((await page.consentReceipt()).body.error.code, "consent_not_given");
    assert.equal((await page.withdraw()).body.error.code, "consent_not_given");
    await page.start(consentVersion, "fr");
    // A later change of the text does not change what the person agreed to.
    await ask("POST", "/branding", { controller: "Another Ltd." });

    const { body } = await ask("GET", `/sessions/${session.id}/consent`);
    const record = body.data;
    assertProfile(record);
    const words = (await textsIn("fr")).page.consent.replaceAll("{name}", "Shop");
    const [notice] = record["dpv:hasNotice"];
    assert.deepEqual(
      [notice["dct:description"], notice["ex:sha256"], notice["dpv:hasIdentifier"], record["dct:language"]],
      [words, createHash("sha256").update(words).digest("hex"), consentVersion, "fr"],
    );
    const [controller] = Object.values<Readonly<Record<string, string>>>(record["dpv:hasEntity"]);
    assert.equal(controller?.["dpv:hasName"], "Shop Ltd.");
    assert.equal(record["dpv:hasDataSubject"]["dpv:hasIdentifier"], "ada");
    assert.deepEqual(statusesOf(record), ["dpv:ConsentGiven"]);

    const receipt = (await page.consentReceipt()).body.data;
    assertProfile(receipt);
    assert.equal(receipt["dct:conformsTo"], "dpv-27560:receipt");
    assert.deepEqual({ ...receipt, "@type": 0, "dct:conformsTo": 0 }, { ...record, "@type": 0, "dct:conformsTo": 0 });
  });

  test("of a page with words of its own it names their version alone", async (t) => {
    const { ask, create, visit, accountId } = await startSessionService(t, { kind });
    const { session, secret } = await create();
    await visit(secret).start("ours-7", "xx");
    const record = (await ask("GET", `/sessions/${session.id}/consent`)).body.data;
    assertProfile(record);
    assert.deepEqual(record["dpv:hasNotice"], [
      {
        "@type": ["dpv:ConsentNotice"],
        "dpv:hasIdentifier": "ours-7",
        "dct:creator": "ex:controller",
        "dct:source": noticeOf(accountId),
        "dct:language": "en",
      },
    ]);
  });

  test("says for how many days the session is stored: the account's own, as they were then", async (t) => {
    const { ask, create, visit, makeKey, store } = await startSessionService(t, { kind });
    const { secret: admin } = await makeKey({ scopes: ["keys:write"] });
    const shorten = (days: number | null) => ask("POST", "/retention", { sessions_days: days }, admin);
    const storedFor = async () => {
      const { session, secret } = await create();
      await visit(secret).start();
      return async () => {
        const record = (await ask("GET", `/sessions/${session.id}/consent`)).body.data;
        assertProfile(record);
        const receipt = (await visit(secret).consentReceipt()).body.data;
        assert.deepEqual(durationsOf(receipt), durationsOf(record));
        return durationsOf(record);
      };
    };
    const usual = await storedFor();
    assert.equal((await shorten(12)).status, 200);
    const brief = await storedFor();
    await shorten(3);
    assert.deepEqual(await usual(), ["The end of the session", "P90D"], "the installation's");
    assert.deepEqual(await brief(), ["The end of the session", "P12D"]);
    const told = await store.db.selectFrom("verification_sessions").select("consented_days").execute();
    assert.deepEqual(
      told.map(({ consented_days }) => consented_days).toSorted((a, b) => Number(a) - Number(b)),
      [12, 90],
      "what the sweep keeps to",
    );
  });

  test("has the account's own words, their version and whose they are; the service's in other languages", async (t) => {
    const { ask, create, visit, makeKey, accountId } = await startSessionService(t, { kind });
    const { secret: testKey } = await makeKey({ kind: "test" });
    const set = (body: object) => ask("POST", "/consent_texts", body);
    const words = { text: "أوافق على مقارنة وجهي 😀", purpose: "Open an account" };
    await set({ ar: words });
    for (const key of [undefined, testKey]) {
      const { session, secret } = await create({}, key);
      const page = visit(secret);
      const { own } = (await page.state()).body.data.consent;
      assert.deepEqual(own.texts, { ar: words.text });
      await page.start(own.version, "ar");
      assert.equal((await page.state()).body.data.consent.own, null, "it is only for who has not agreed");
      const record = (await ask("GET", `/sessions/${session.id}/consent`, undefined, key)).body.data;
      assertProfile(record);
      assert.deepEqual(record["dpv:hasNotice"], [
        {
          "@type": ["dpv:ConsentNotice"],
          "dpv:hasIdentifier": "account-1",
          "dct:creator": "ex:controller",
          "dct:source": noticeOf(accountId),
          "dct:language": "ar",
          "dct:description": words.text,
          "ex:sha256": createHash("sha256").update(words.text).digest("hex"),
        },
      ]);
      assert.equal(record["dpv:hasProcess"][0]["dpv:hasPurpose"][0]["skos:prefLabel"], "Open an account");
    }
    const { session, secret } = await create();
    await visit(secret).start(consentVersion, "fr");
    const record = (await ask("GET", `/sessions/${session.id}/consent`)).body.data;
    assertProfile(record);
    assert.equal(record["dpv:hasNotice"][0]["dct:creator"], "ex:service");
    assert.equal(record["dpv:hasEntity"]["ex:service"]["dpv:hasName"], "Selfsame");
  });

  test("is only given to words that are shown now: who saw others is asked again", async (t) => {
    const { ask, create, visit, read } = await startSessionService(t, { kind });
    const set = (body: object) => ask("POST", "/consent_texts", body);
    const { session, secret } = await create();
    const page = visit(secret);
    const refused = async (version: string) => (await page.start(version, "en")).body.error?.code;
    assert.equal(await refused("account-1"), "consent_text_changed", "there is none");
    await set({ en: { text: "I agree to the first" } });
    assert.equal(await refused(consentVersion), "consent_text_changed", "the service's words are shown no longer");
    await set({ en: { text: "I agree to the second" } });
    assert.equal(await refused("account-1"), "consent_text_changed");
    assert.equal((await read(session.id)).status, "open");
    assert.equal(await refused("account-2"), undefined);
    await set({ en: null });
    assert.equal(await refused("account-2"), undefined, "who has agreed takes another attempt");
    const record = (await ask("GET", `/sessions/${session.id}/consent`)).body.data;
    assert.equal(record["dpv:hasNotice"][0]["dct:description"], "I agree to the second");
    const other = await create();
    assert.equal((await visit(other.secret).start(consentVersion, "en")).status, 200);
    const theirs = await create();
    assert.equal((await visit(theirs.secret).start("shop-7", "en")).status, 200, "a page of the account's own");
  });

  test("taken back, it ends the session and leaves nothing of the person but the record", async (t) => {
    const { ask, create, read, visit, eventTypes, store } = await startSessionService(t, { kind });
    const { session, secret } = await create(formOf({ reference: amal, receipt: "true" }));
    const page = visit(secret);
    await page.start();
    const measured = () => store.db.selectFrom("challenge_turns").select("challenge_id").execute();
    assert.equal((await measured()).length, 1, "the challenge that was drawn");
    const { status, body } = await page.withdraw();
    assert.deepEqual(await measured(), []);
    assert.deepEqual([status, body.data.status, body.data.end], [200, "ended", "withdrawn"]);
    const row = await store.db
      .selectFrom("verification_sessions")
      .select(["status", "reference", "capture", "challenge_id", "receipt_photos", "receipt"])
      .where("id", "=", session.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      { ...row },
      {
        status: "cancelled",
        reference: null,
        capture: null,
        challenge_id: null,
        receipt_photos: null,
        receipt: null,
      },
    );
    assert.deepEqual(await eventTypes(), ["session.started", "session.withdrawn"]);
    assert.equal((await page.withdraw()).body.error.code, "session_ended");
    assert.equal((await page.start()).body.error.code, "session_ended");
    assert.equal((await read(session.id)).status, "cancelled");
    const record = (await ask("GET", `/sessions/${session.id}/consent`)).body.data;
    assertProfile(record);
    assert.deepEqual(statusesOf(record), ["dpv:ConsentGiven", "dpv:ConsentWithdrawn"]);
  });

  test("another account's key and a test key read none", async (t) => {
    const { ask, create, visit, makeKey } = await startSessionService(t, { kind });
    const { session, secret } = await create();
    await visit(secret).start();
    const { secret: testKey } = await makeKey({ kind: "test" });
    const { status, body } = await ask("GET", `/sessions/${session.id}/consent`, undefined, testKey);
    assert.deepEqual([status, body.error.code], [404, "session_not_found"]);
  });
});
