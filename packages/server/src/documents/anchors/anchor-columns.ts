import { createHash } from "node:crypto";
import { partsOf } from "../certificates/certificate.ts";
import { type DocumentType, documentTypes } from "../document.ts";
import type { ListedAuthority } from "./anchor-file.ts";

/** A trust anchor as stored for the service or for an account. The id is the SHA-256 of the certificate. */
export interface AnchorRow {
  readonly id: string;
  readonly subject_hash: string;
  readonly key_id: string | null;
  readonly certificate: string;
  /** Document types, separated by commas; null: all. */
  readonly document_types: string | null;
}

export function anchorColumns({ certificate: { raw }, documentTypes }: ListedAuthority): AnchorRow {
  const { subjectHash, keyId } = partsOf(raw);
  const id = createHash("sha256").update(raw).digest("hex");
  const document_types = documentTypes?.join(",") ?? null;
  return { id, subject_hash: subjectHash, key_id: keyId, certificate: raw.toString("base64"), document_types };
}

/** The document types of a stored anchor; null: all. */
export const typesIn = (stored: string | null): readonly DocumentType[] | null =>
  stored === null ? null : documentTypes.filter((type) => stored.split(",").includes(type));

/** The document types of an anchor that was added twice: those of both. */
export const typesOfBoth = (one: string | null, other: string | null): string | null =>
  one === null || other === null
    ? null
    : [...new Set([...one.split(","), ...other.split(",")])].filter(Boolean).join(",");
