import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { onEachStore } from "../../../testing/store/each-store.ts";

const { csca } = makeCountry();
const pem = new X509Certificate(csca).toString();

onEachStore("dashboard: trust anchors", (kind) => {
  test("an admin adds and removes authorities, which a viewer sees", async (t) => {
    const { ask, claim, join } = await startDashboard(t, kind);
    const owner = await claim();
    const [admin, viewer] = [
      await join(owner, "admin@example.com", "admin"),
      await join(owner, "viewer@example.com", "viewer"),
    ];
    const add = (certificates: string, { cookie } = admin) => ask("POST /trust-anchors", { certificates }, cookie);
    assert.equal((await add(pem, viewer)).status, 403);
    const wrong = (await add("nothing")).body.error;
    assert.deepEqual([wrong.code, wrong.field], ["invalid_certificates", "certificates"]);
    for (const file of [pem, csca.toString("base64"), Buffer.from(pem).toString("base64")]) {
      const { status, body } = await add(file);
      assert.equal(status, 201);
      assert.deepEqual(
        body.anchors.map(({ name, country, test: isTest }: Record<string, unknown>) => [name, country, isTest]),
        [["Utopia CSCA 1", "UT", false]],
      );
    }
    const [{ id }] = (await ask("GET /trust-anchors", undefined, viewer.cookie)).body.anchors;
    const remove = ({ cookie }: { readonly cookie: string }) => ask(`DELETE /trust-anchors/${id}`, undefined, cookie);
    assert.equal((await remove(viewer)).status, 403);
    assert.deepEqual((await remove(admin)).body, { anchors: [] });
    assert.equal((await remove(admin)).body.error.code, "not_found");
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ action, actorEmail }: Record<string, unknown>) => [action, actorEmail]),
      [
        ["trust_anchor_removed", "admin@example.com"],
        ["trust_anchor_added", "admin@example.com"],
      ],
    );
  });
});
