import type { z } from "zod";
import {
  type AccountAnchor,
  accountAnchorsMax,
  addAccountAnchors,
  anchorsPerFileMax,
  listAccountAnchors,
  removeAccountAnchor,
} from "../../../documents/anchors/account-anchors.ts";
import { readAnchorsFor } from "../../../documents/reading/read-for.ts";
import { nextCursor, placeOf } from "@selfsame/platform/store/queries/pagination";
import { certificatesOf, certificatesTextMax } from "../../bodies/certificates-text.ts";
import type { JsonEndpoint, PlainEndpoint } from "../endpoint.ts";
import { deletedSchema } from "../schemas/common.ts";
import {
  addedTrustAnchorsSchema,
  newTrustAnchorsSchema,
  trustAnchorsQuerySchema,
  trustAnchorsSchema,
} from "../schemas/trust-anchors.ts";

const tag = "Documents";
/** Values of `test`: live keys and test keys. */
const kinds = [false, true];

const example = {
  id: "5d1f0c6a2b7e49c38f9a1de07b64c25f30a8e1749dcb5260fe13a7b89c04d2e6",
  name: "Utopia CSCA 1",
  country: "UT",
  document_types: null,
  test: false,
  expires_at: "2040-11-22T09:30:00.000Z",
  created_at: "2026-11-22T09:30:00.000Z",
};

const dataOf = ({ expiresAtMs, createdAtMs, documentTypes: types, ...anchor }: AccountAnchor) => ({
  ...anchor,
  document_types: types === null ? null : [...types],
  expires_at: new Date(expiresAtMs).toISOString(),
  created_at: new Date(createdAtMs).toISOString(),
});

export const addTrustAnchors: JsonEndpoint = {
  method: "POST",
  path: "/trust_anchors",
  name: "v3.add_trust_anchors",
  key: "private",
  tag,
  status: 201,
  summary: "Add trust anchors",
  description: `Adds the certificates of signing authorities (CSCA, IACA, PID providers) whose documents your account trusts, in addition to those that the
operator of the service trusts for every account. No other account trusts them. The request can be repeated: a certificate that you have is not added again, and is trusted for the documents of both files.

A file may contain ${anchorsPerFileMax} authorities, and an account may have ${accountAnchorsMax}; those of test keys are counted separately, and are for requests of test keys alone.
The signature of a master list is not checked: download it from a source that you trust.`,
  json: newTrustAnchorsSchema,
  // PEM has a line break in every 64 characters, which JSON writes as two.
  jsonBytesMax: Math.ceil(certificatesTextMax * 1.05),
  data: addedTrustAnchorsSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "certificate_unreadable", "too_many_trust_anchors"],
  example: { summary: "One authority", data: { trust_anchors: [example] } },
  run: async ({ sessions, documents }, json, { caller, by }) => {
    const { certificates } = json as z.infer<typeof newTrustAnchorsSchema>;
    const file = certificatesOf(certificates);
    if (!file) return { code: "certificate_unreadable", param: "certificates" };
    const read = await readAnchorsFor(documents, caller, file);
    const added = await addAccountAnchors(sessions.store, by, caller, read, sessions.now());
    switch (added.outcome) {
      case "added":
        return { outcome: "added", status: 201, data: { trust_anchors: added.anchors.map(dataOf) } };
      case "unreadable":
        return { code: "certificate_unreadable", param: "certificates" };
      case "too_many":
        return { code: "too_many_trust_anchors" };
    }
  },
};

export const listTrustAnchors: PlainEndpoint = {
  method: "GET",
  path: "/trust_anchors",
  name: "v3.list_trust_anchors",
  key: "private",
  tag,
  summary: "List trust anchors",
  description:
    "The authorities that your account added. Those of the operator are not listed. A test key lists those of test keys only.",
  query: trustAnchorsQuerySchema,
  data: trustAnchorsSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One authority", data: { trust_anchors: [example], next_cursor: null } },
  run: async ({ sessions }, query, { caller, sees }) => {
    const { limit, cursor } = query as z.infer<typeof trustAnchorsQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
    const page = await listAccountAnchors(sessions.store.db, caller.accountId, kinds.filter(sees), { limit, after });
    return { outcome: "listed", data: { trust_anchors: page.rows.map(dataOf), next_cursor: nextCursor(page) } };
  },
};

export const removeTrustAnchor: PlainEndpoint = {
  method: "DELETE",
  path: "/trust_anchors/:id",
  name: "v3.remove_trust_anchor",
  key: "private",
  tag,
  summary: "Remove a trust anchor",
  description: "From the next request on, documents of this authority are rejected, unless the operator trusts it.",
  data: deletedSchema,
  codes: ["trust_anchor_not_found"],
  example: { summary: "Removed", data: { id: example.id, deleted: true } },
  run: async ({ sessions }, _query, { caller, by, sees, params }) => {
    const { id = "" } = params;
    const removed = await Promise.all(
      kinds
        .filter(sees)
        .map((test) => removeAccountAnchor(sessions.store, by, { ...caller, test }, id, sessions.now())),
    );
    return removed.includes(true)
      ? { outcome: "removed", data: { id, deleted: true } }
      : { code: "trust_anchor_not_found" };
  },
};
