import type { Kysely } from "kysely";
import { z } from "zod";
import { createSeal, type Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import { type Comparison, comparisonOf } from "@selfsame/photo/verify/comparison";
import type { Reference } from "@selfsame/photo/verify/references";
import { currentTemplateKey, findTemplateKey, type TemplateOwner } from "./template-keys.ts";

/** A reference's embedding, sealed: an account stores this instead of the photo. */
export interface Template {
  readonly reference: Reference;
  /** The embedding contract. */
  readonly model: string;
  /** Permitted purpose, in the account's own words. */
  readonly purpose: string;
  readonly expiresAtMs: number;
  /** What answers report about the reference: faces, box, quality, document. */
  readonly facts: unknown;
}

/**
 * `foreign`: sealed for another account, or for test keys. `deleted`: the account deleted its key. `purpose`: made for another purpose. `outdated`: by a
 * recognizer that no longer exists here.
 */
export type TemplateProblem = "invalid" | "foreign" | "deleted" | "purpose" | "expired" | "outdated";

/** Error codes in answers and batch items. */
export const templateCode = {
  invalid: "template_invalid",
  foreign: "template_foreign",
  deleted: "template_key_deleted",
  purpose: "template_purpose_mismatch",
  expired: "template_expired",
  outdated: "template_outdated",
} as const satisfies Readonly<Record<TemplateProblem, string>>;

export const templatePurposePattern = /^[\w.:-]{1,64}$/;

const version = "sst1";
/** Longest text field of a form. Embeddings of 2,048 numbers take 5.5 KB. */
export const templateLengthMax = 8192;
const form = /^sst1\.(tpk_\w{16})\.(v1\.[\w-]+)$/;

const head = z.object({
  model: z.string(),
  photos: z.int().min(1),
  purpose: z.string(),
  expires: z.int(),
  facts: z.unknown(),
});

const largest = 32_767;

/** Two bytes for each number, relative to the largest: a template's similarity differs from its photos' by less than 0.001. */
function pack({ reference: { embedding, photos }, model, purpose, expiresAtMs: expires, facts }: Template): Buffer {
  const scale = embedding.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
  const json = Buffer.from(JSON.stringify({ model, photos, purpose, expires, facts }));
  const bytes = Buffer.alloc(8 + json.length + 2 * embedding.length);
  bytes.writeUInt32LE(json.length);
  bytes.writeFloatLE(scale, 4);
  json.copy(bytes, 8);
  for (const [i, value] of embedding.entries()) {
    bytes.writeInt16LE(Math.round((value / scale) * largest), 8 + json.length + 2 * i);
  }
  return bytes;
}

/** @param bytes must be packed by `pack` */
function unpack(bytes: Buffer): Template {
  const start = 8 + bytes.readUInt32LE(0);
  const scale = bytes.readFloatLE(4);
  const { model, photos, purpose, expires, facts } = head.parse(JSON.parse(bytes.subarray(8, start).toString()));
  const embedding = new Float32Array((bytes.length - start) / 2);
  for (const i of embedding.keys()) embedding[i] = (bytes.readInt16LE(start + 2 * i) / largest) * scale;
  return { reference: { embedding, photos }, model, purpose, expiresAtMs: expires, facts };
}

export interface TemplateDeps {
  readonly db: Kysely<Schema>;
  readonly seal: Seal;
  readonly comparison: Comparison;
  readonly nowMs: number;
}

/** @returns a text that only this service can open, as long as the account's key exists */
export async function sealTemplate(
  { db, seal, nowMs }: Omit<TemplateDeps, "comparison">,
  owner: TemplateOwner,
  template: Template,
): Promise<string> {
  const { id, secret } = await currentTemplateKey(db, seal, owner, nowMs);
  return `${version}.${id}.${createSeal(secret).close("template", pack(template))}`;
}

/** @param purpose of its current use */
export async function openTemplate(
  { db, seal, comparison, nowMs }: TemplateDeps,
  owner: TemplateOwner,
  text: string,
  purpose: string,
): Promise<Template | TemplateProblem> {
  const [, id = "", sealed = ""] = (text.length <= templateLengthMax && form.exec(text)) || [];
  if (sealed === "" || !isCanonical(sealed)) return "invalid";
  const key = await findTemplateKey(db, seal, owner, id);
  if (key === "unknown") return "foreign";
  if (key === "deleted") return "deleted";
  const opened = createSeal(key.secret).open("template", sealed);
  if (!opened) return "invalid";
  const template = unpack(opened);
  if (template.purpose !== purpose) return "purpose";
  if (template.expiresAtMs <= nowMs) return "expired";
  return comparisonOf(comparison, template.model) ? template : "outdated";
}

/** The last base64 character has unused bits: other values would be another spelling of the same bytes. */
function isCanonical(sealed: string): boolean {
  const [, base64 = ""] = sealed.split(".");
  return Buffer.from(base64, "base64url").toString("base64url") === base64;
}
