import { documentFaults } from "../../../documents/fault.ts";
import { sealTemplate } from "../../../features/templates/template.ts";
import { deleteTemplateKeys } from "../../../features/templates/template-keys.ts";
import { referencesMax } from "@selfsame/photo/verify/references";
import { numberOf } from "../../bodies/number-text.ts";
import { switchOf } from "../../bodies/switch-text.ts";
import type { Form } from "@selfsame/photo/images/multipart";
import type { Answer, Context, EndpointDeps, PhotoEndpoint, PlainEndpoint, Rejection } from "../endpoint.ts";
import {
  documentOf,
  documentParts,
  documentTexts,
  type ReferenceDocument,
  referencePart,
  referencesOf,
  signatureDemand,
  takeDocument,
  unlessReplayed,
} from "../reference-document.ts";
import { factsOf, type ReferenceFacts } from "../reference-template.ts";
import { requireReference } from "../require-reference.ts";
import {
  deletedTemplateKeySchema,
  newTemplateBodySchema,
  newTemplateSchema,
  templateSeconds,
} from "../schemas/templates.ts";
import { templatePurpose } from "../schemas/template-body.ts";
import { simulatedFacts } from "../simulated-verify.ts";

const tag = "Templates";
const face = { faces: 1, quality: { score: 0.86, issues: [] } };

export const createTemplate: PhotoEndpoint = {
  method: "POST",
  path: "/templates",
  name: "v3.create_template",
  key: "private",
  testKeys: true,
  tag,
  summary: "Create a template",
  description: `Seals what a reference shows (up to five photos, or a document) into a template that you store instead of the photo. \`/verify\`, sessions, their comparisons
and batches take it as \`reference_template\`.

Nothing is stored here but your account's template key. Nobody can read the template or compare it elsewhere, and this service opens it only for your account, for its purpose and until it expires.`,
  body: newTemplateBodySchema,
  data: newTemplateSchema,
  photos: ["reference"],
  documents: documentParts,
  repeated: { name: "reference", max: referencesMax },
  texts: ["purpose", "expires_in_s", "allow_several_faces", ...documentTexts],
  codes: ["invalid_parameter", "no_face", "several_faces_found", ...documentFaults],
  example: {
    summary: "Made",
    data: {
      template: "sst1.tpk_3fKq8Zr1Vb7Nw2Xc.v1.q4Zb1Jd8f3w0mTnC5rX9aVQ2kL7yHsUe6pGiWoEoD1M",
      purpose: "login",
      model: "arcface-r50-112-512",
      expires_at: "2027-11-22T09:30:00.000Z",
      reference: { ...face, box: { x: 412, y: 230, width: 388, height: 512 }, document: null },
      references: [{ used: true, ...face }],
    },
  },
  run: async (deps, form, context) => {
    const asked = read(form, context);
    if ("code" in asked) return asked;
    const document = await documentOf(deps, form, { ...context, ...asked });
    if (document && "code" in document) return document;
    return make(deps, form, { ...asked, document }, context);
  },
};

interface Asked {
  readonly purpose: string;
  readonly seconds: number;
  readonly allowSeveralFaces: boolean;
  readonly mustBeSigned: boolean;
}

function read({ texts }: Form, { caller }: Context): Asked | Rejection {
  const purpose = templatePurpose.safeParse(texts.get("purpose") ?? "default");
  if (!purpose.success) return { code: "invalid_parameter", param: "purpose" };
  const text = texts.get("expires_in_s");
  const seconds = text === undefined ? templateSeconds.usual : numberOf(text);
  const isAllowed = Number.isInteger(seconds) && seconds >= templateSeconds.least && seconds <= templateSeconds.most;
  if (!isAllowed) {
    const hint = `\`expires_in_s\` is a whole number from ${templateSeconds.least} to ${templateSeconds.most}.`;
    return { code: "invalid_parameter", param: "expires_in_s", hint };
  }
  const allowSeveralFaces = switchOf(texts.get("allow_several_faces")) ?? caller.allowSeveralFaces;
  if (allowSeveralFaces === "unclear") return { code: "invalid_parameter", param: "allow_several_faces" };
  const mustBeSigned = signatureDemand(texts, caller.requireSignedDocument);
  if (typeof mustBeSigned !== "boolean") return mustBeSigned;
  return { purpose: purpose.data, seconds, allowSeveralFaces, mustBeSigned };
}

async function make(
  deps: EndpointDeps,
  form: Form,
  { purpose, seconds, allowSeveralFaces, document }: Asked & { readonly document: ReferenceDocument | undefined },
  { caller, signal, observe }: Context,
): Promise<Answer> {
  const { accountId, test } = caller;
  const seen = test
    ? simulated(form, document)
    : await requireReference(
        deps,
        { sources: referencesOf(form, document), part: referencePart(document), allowSeveralFaces },
        { accountId, allowedDomains: [], signal, observe },
      );
  if ("code" in seen) return seen;
  const facts: ReferenceFacts = "facts" in seen ? seen.facts : factsOf(seen.first, seen.found, document);
  const { store, seal, now } = deps.sessions;
  const nowMs = now();
  const expiresAtMs = nowMs + seconds * 1000;
  const { model } = deps.comparison;
  const weakAllowed = caller.allowWeakSignature && document?.facts.format === "dg2";
  const sealedFacts = weakAllowed ? { ...facts, weakAllowed } : facts;
  const template = { reference: seen.reference, model, purpose, expiresAtMs, facts: sealedFacts };
  const sealed = await unlessReplayed(() =>
    store.db.transaction().execute(async (db) => {
      await takeDocument(db, accountId, document, nowMs);
      return { template: await sealTemplate({ db, seal, nowMs }, { accountId, test }, template) };
    }),
  );
  if ("code" in sealed) return sealed;
  return {
    outcome: "sealed",
    model,
    issues: { reference: facts.reference.quality.issues },
    data: { ...sealed, purpose, model, expires_at: new Date(expiresAtMs).toISOString(), ...facts },
  };
}

/** For a test key: nothing is analyzed; an invented embedding marks that a reference exists. */
const simulated = (form: Form, document: ReferenceDocument | undefined) => ({
  reference: { embedding: new Float32Array(1), photos: 1 },
  facts: simulatedFacts(form, document),
});

export const deleteTemplateKey: PlainEndpoint = {
  method: "DELETE",
  path: "/templates/key",
  name: "v3.delete_template_key",
  key: "private",
  tag,
  summary: "Delete the template key",
  description: `Deletes the key that opens your account's templates. **None of them can be opened again, by anybody**: they are rejected as \`template_key_deleted\`. The next template makes a
new key. A test key deletes that of test keys.

A backup of the service from before the deletion still has the key: if you restore it, delete the key again.`,
  data: deletedTemplateKeySchema,
  codes: [],
  example: { summary: "Deleted", data: { deleted: true } },
  run: async ({ sessions: { store, now } }, _query, { caller: { accountId, test, keyId }, address }) => {
    const by = { actor: keyId, address };
    const count = await store.run(() => deleteTemplateKeys(store, by, { accountId, test }, now()));
    return { outcome: "deleted", data: { deleted: count > 0 } };
  },
};
