import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { partsOf } from "@selfsame/server/documents/certificates/certificate";
import { findAnchorsIn } from "@selfsame/server/documents/anchors/find-anchors";
import { openStore } from "@selfsame/platform/store/store";
import { crlOf } from "@selfsame/server/testing/documents/crl";
import { makeCountry, masterListOf } from "@selfsame/server/testing/documents/issuer";
import { vicalOf } from "@selfsame/server/testing/documents/vical";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { freshConfig, onEachStore, tempDir } from "@selfsame/platform/testing/store/each-store";

const [one, two, three] = [makeCountry().csca, makeCountry().csca, makeCountry().csca];
const provider = makeCountry();
const pem = (der: Buffer) => new X509Certificate(der).toString();

onEachStore("selfsame documents trust", (kind) => {
  test("authorities are added from PEM, DER and a master list, listed and removed", async (t) => {
    const config = await freshConfig(t, kind);
    const folder = await tempDir(t);
    const store = await openStore(config);
    t.after(() => store.close());
    const trust = (...args: readonly string[]) => selfsame(config, "documents", "trust", ...args);
    const add = async (name: string, content: Buffer | string) => {
      await writeFile(join(folder, name), content);
      return (await trust("add", join(folder, name))).out;
    };
    assert.equal(await add("one.der", one), "Added: 1. Known before: 0.");
    assert.equal(await add("two.pem", pem(one) + pem(two)), "Added: 1. Known before: 1.");
    assert.equal(await add("list.ml", masterListOf(two, three)), "Added: 1. Known before: 1.");
    assert.match(
      await add("list.vical", vicalOf(provider.documentSigner, two, three)),
      /^Added: 0. Known before: 2. .*not checked/,
    );

    const repeated = await add("repeated.ml", masterListOf(one, one, two, one));
    assert.equal(repeated, "Added: 0. Known before: 2. Repeated in the file: 2.");

    const find = findAnchorsIn(store, { accountId: "of nobody", test: false });
    for (const der of [one, two, three]) {
      const { keyId, subjectHash } = partsOf(der);
      const found = await find({ issuerHash: "", issuerKeyId: keyId });
      assert.deepEqual(found, [der]);
      assert.equal((await find({ issuerHash: subjectHash, issuerKeyId: null })).length, 3, "by a name that three have");
    }

    const rows = JSON.parse((await trust("list", "--json")).out) as { id: string; country: string; name: string }[];
    assert.equal(rows.length, 3);
    assert.ok(rows.every(({ country, name }) => country === "UT" && name === "Utopia CSCA 1"));
    const [{ id } = { id: "" }] = rows;
    assert.equal((await trust("remove", id)).out, `Removed: ${id}`);
    assert.match((await trust("remove", id)).problems, /no authority with this id/);
    assert.equal((JSON.parse((await trust("list", "--json")).out) as unknown[]).length, 2);
    const actions = await store.db.selectFrom("audit").select("action").orderBy("id").execute();
    assert.deepEqual(
      actions.map(({ action }) => action).filter((action) => action.startsWith("trust_anchor")),
      ["trust_anchor_added", "trust_anchor_added", "trust_anchor_added", "trust_anchor_removed"],
    );
  });

  test("a list in XML is rejected by the name of its format, and so is a web page in its place", async (t) => {
    const config = await freshConfig(t, kind);
    await (await openStore(config)).close();
    const folder = await tempDir(t);
    const problem = async (content: string) => {
      const file = join(folder, "list.xml");
      await writeFile(file, content);
      const { code, problems } = await selfsame(config, "documents", "trust", "add", file);
      assert.equal(code, 1);
      return problems.split("\n").find((line) => line.includes("list.xml")) ?? problems;
    };
    const certificate = `<X509Certificate>${one.toString("base64")}</X509Certificate>`;
    const declaration = '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- A list -->\n';
    for (const [content, named] of [
      [`${declaration}<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#">${certificate}`, /ETSI TS 119 612/],
      [`<tsl:TrustServiceStatusList\n xmlns:tsl="http://uri.etsi.org/02231/v2#">${certificate}`, /ETSI TS 119 612/],
      [`${declaration}<ListOfTrustedEntities xmlns="a">${certificate}`, /entities in XML \(ETSI TS 119 602\)/],
      ["<!DOCTYPE html>\n<html lang=en><title>Sign in</title>", /a web page \(HTML\)/],
      [`<authorities>${certificate}</authorities>`, /list\.xml is XML, which is not read\. Give PEM, DER/],
      ["TrustServiceStatusList", /is no file of certificates\. Give PEM, DER/],
    ] as const) {
      assert.match(await problem(content), named);
    }
  });

  test("the directory's LDIF is read, what is of no authority is left out, and one that names no key is found by its name", async (t) => {
    const config = await freshConfig(t, kind);
    const folder = await tempDir(t);
    const store = await openStore(config);
    t.after(() => store.close());
    const add = async (content: Buffer | string) => {
      const file = join(folder, "anchors");
      await writeFile(file, content);
      return selfsame(config, "documents", "trust", "add", file);
    };
    const country = makeCountry({ authorityHasKeyId: false });
    const { certificate } = country.documentSigner;
    const folded = (der: Buffer) => der.toString("base64").replaceAll(/.{70}/g, "$&\n ");
    const ldif = [
      "version: 1",
      "dn: cn=UT,o=ml,c=UT,dc=data",
      `pkdMasterListContent:: ${folded(masterListOf(country.csca, one, certificate))}`,
      `userCertificate;binary:: ${folded(two)}`,
      "objectClass: top",
      "",
    ].join("\n");
    const leftOut = "Left out: 1, which are not of an authority (CA:TRUE).";
    assert.equal((await add(ldif)).out, `Added: 3. Known before: 0. ${leftOut}`);
    assert.equal((await add(pem(certificate) + pem(one))).out, `Added: 0. Known before: 1. ${leftOut}`);
    const alone = await add(certificate);
    assert.match(alone.problems, /contains no certificate of an authority. Left out: 1,/);
    const { subjectHash, keyId } = partsOf(country.csca);
    assert.equal(keyId, null);
    const find = findAnchorsIn(store, { accountId: "of nobody", test: false });
    assert.deepEqual(await find({ issuerHash: subjectHash, issuerKeyId: "of nobody" }), [country.csca]);
    assert.deepEqual(await find({ issuerHash: "", issuerKeyId: "of nobody" }), []);
  });

  test("a signed list is remembered, refreshed from its file, and left as it is where the file is not valid", async (t) => {
    const config = await freshConfig(t, kind);
    const folder = await tempDir(t);
    const store = await openStore(config);
    t.after(() => store.close());
    const trust = (...args: readonly string[]) => selfsame(config, "documents", "trust", ...args);
    const [file, signer] = [join(folder, "list.vical"), join(folder, "signer.pem")];
    await writeFile(signer, pem(provider.documentSigner.certificate));
    await writeFile(file, vicalOf(provider.documentSigner, one));
    const valid = "The list's signature is valid.";
    assert.equal((await trust("add", file, "--signer", signer)).out, `Added: 1. Removed: 0. Authorities: 1. ${valid}`);
    await writeFile(file, vicalOf(provider.documentSigner, two, three));
    assert.equal((await trust("refresh")).out, `${file}: Added: 2. Removed: 1. Authorities: 2. ${valid}`);
    await writeFile(file, vicalOf(makeCountry().documentSigner, one));
    const refused = await trust("refresh");
    assert.equal(refused.code, 1);
    assert.match(refused.problems, /was signed by another than this signer/);
    const [list] = JSON.parse((await trust("lists", "--json")).out) as Record<string, unknown>[];
    assert.deepEqual([list?.["source"], list?.["kind"], list?.["authorities"]], [file, "vical", 2]);
    const rows = JSON.parse((await trust("list", "--json")).out) as Record<string, unknown>[];
    assert.ok(rows.length === 2 && rows.every((row) => row["list"] === list?.["id"]));
    assert.equal((await trust("remove", String(list?.["id"]))).out, `Removed: ${String(list?.["id"])}`);
    assert.deepEqual(JSON.parse((await trust("list", "--json")).out), []);
    assert.match((await trust("add", "https://lists.example/a")).problems, /needs --signer/);
    const inside = await trust("add", "https://127.0.0.1/a", "--signer", signer);
    assert.match(inside.problems, /cannot be fetched/);
  });

  test("what authorities have revoked is added, listed and removed", async (t) => {
    const config = await freshConfig(t, kind);
    const folder = await tempDir(t);
    const store = await openStore(config);
    t.after(() => store.close());
    const country = makeCountry();
    const documents = (...args: readonly string[]) => selfsame(config, "documents", ...args);
    const add = async (group: string, content: Buffer) => {
      await writeFile(join(folder, "file"), content);
      return documents(group, "add", join(folder, "file"));
    };
    const list = crlOf(country, { hasSigner: true, others: 4 });
    assert.match((await add("crl", list)).problems, /Of no authority that is trusted: 1\./);
    await add("trust", country.csca);
    assert.equal((await add("crl", list)).out, "Added: 1.");
    assert.equal((await add("crl", list)).out, "Known before: 1.");
    const older = crlOf(country, { issuedAt: new Date(Date.now() - 86_400_000) });
    assert.equal((await add("crl", older)).out, "Older than the one that is there: 1.");
    assert.match((await add("crl", country.csca)).problems, /contains no CRL/);
    const [row, ...more] = JSON.parse((await documents("crl", "list", "--json")).out) as Record<string, unknown>[];
    assert.deepEqual([row?.["authority"], row?.["certificates"], more.length], ["UT Utopia CSCA 1", 5, 0]);
    const id = String(row?.["id"]);
    assert.equal((await documents("crl", "remove", id)).out, `Removed: ${id}`);
    assert.match((await documents("crl", "remove", id)).problems, /no list with this id/);
    const actions = await store.db.selectFrom("audit").select("action").orderBy("id").execute();
    assert.deepEqual(
      actions.map(({ action }) => action).filter((action) => action.startsWith("revocation")),
      ["revocation_list_added", "revocation_list_removed"],
    );
  });

  test("a file without an authority is rejected, and so is a word that is none", async (t) => {
    const config = await freshConfig(t, kind);
    const file = join(await tempDir(t), "a.txt");
    await writeFile(file, "nothing");
    const added = await selfsame(config, "documents", "trust", "add", file);
    assert.equal(added.code, 1);
    assert.match(added.problems, /is no file of certificates/);
    assert.match((await selfsame(config, "documents", "trust", "add", `${file}.x`)).problems, /ENOENT/);
    assert.equal((await selfsame(config, "documents", "trsut", "list")).code, 2);
    assert.equal((await selfsame(config, "documents", "trust", "add")).code, 2);
  });
});
