import type { DocumentResult, GivenDocument } from "../../documents/document.ts";
import { readFor } from "../../documents/reading/read-for.ts";
import { documentBytesMax } from "@selfsame/photo/images/limits";
import { sealedFor, sealingReferences } from "../../features/sessions/evidence/seal-photo.ts";
import { findSession } from "../../features/sessions/session.ts";
import { acceptWallet, type WalletRequest } from "../../features/sessions/wallet/wallet-request.ts";
import { analyzeReferences } from "@selfsame/photo/verify/references";
import { photoRejection } from "../v3/photos.ts";
import { documentData, portraitRejection } from "../v3/reference-document.ts";
import type { WalletDeps } from "./deps.ts";

/** How the response arrived: from a wallet that had the link, or through the page that used the browser's API, by OpenID4VP or by ISO/IEC 18013-7. */
export type Way = "link" | "browser" | "mdoc";

export interface Presented {
  readonly id: string | undefined;
  readonly format: "mdoc" | "sd_jwt_vc";
  readonly presentation: string;
  readonly way: Way;
}

/**
 * Checks what a wallet presented for a request, and makes its portrait the session's reference.
 * @returns the version 3 code of the rejection, if any
 * @throws EngineUnavailable
 */
export async function receivePortrait(
  deps: WalletDeps,
  request: WalletRequest,
  presented: Presented,
  returnCode: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { sessions, comparison } = deps;
  const document = await documentOf(deps, request, presented);
  // As for every other endpoint that takes documents.
  if (document.file.length > documentBytesMax) return "file_too_large";
  const read: DocumentResult = await readFor(deps.documents, sessions, document, {
    mustBeSigned: true,
    allowWeak: false,
    accountId: request.accountId,
    test: false,
    signal,
  });
  if (read.outcome !== "read") return read.outcome;
  const { isAskedAs } = await import("../../features/sessions/wallet/open-id.ts");
  if (!isAskedAs(presented.id, read.facts.type)) return "document_format_unsupported";
  const rejection = portraitRejection(read.portrait);
  if (rejection) return rejection.code;
  const wants = { embedding: true, quality: "main", jpeg2000: true } as const;
  const found: Parameters<typeof analyzeReferences>[4] = [];
  const context = { accountId: request.accountId, allowedDomains: [], signal };
  const session = await findSession(sessions.store.db, request.accountId, request.sessionId);
  if (!session) return "session_ended";
  const { engine, sealed } = sealingReferences(deps.engine, sealedFor(session, sessions.now()));
  const first = await analyzeReferences(
    { ...deps, engine },
    [{ from: "bytes", bytes: read.portrait }],
    wants,
    context,
    found,
  );
  if (first.outcome === "refused") return photoRejection(first, "reference_document").code;
  if (!first.reference) return "no_face";
  // A document shows one person.
  if (first.faces.length > 1) return "several_faces_found";
  const { facts, portrait } = read;
  const reference = { portrait: { from: "bytes", bytes: portrait }, facts, presentation: undefined } as const;
  const data = documentData(reference, first.faces[0]?.quality ?? { score: 0 });
  const { embedding } = first.reference;
  const given = { embedding, model: comparison.model, document: data ?? {}, evidence: sealed };
  const accepted = await acceptWallet(sessions, request, given, returnCode);
  return accepted ? undefined : "session_ended";
}

/**
 * The wallet's signature covers this request: nonce, verifier and address, or the origin of the page that used the browser's API (OpenID4VP 1.0,
 * A.4); for an mdoc also the key that the response was encrypted to.
 */
async function documentOf(
  deps: WalletDeps,
  request: WalletRequest,
  { format, presentation, way }: Presented,
): Promise<GivenDocument> {
  const { originOf, responseUri, thumbprintOf } = await import("../../features/sessions/wallet/open-id.ts");
  const { clientId } = deps.identity;
  const { nonce } = request;
  const origin = originOf(deps.publicUrl());
  if (format === "sd_jwt_vc") {
    const audience = way === "browser" ? `origin:${origin}` : clientId;
    return { format, file: Buffer.from(presentation, "latin1"), nonce, audience };
  }
  const file = Buffer.from(presentation, "base64url");
  if (way === "mdoc") {
    const { isoSession } = await import("../../features/sessions/wallet/iso-mdoc.ts");
    return { format, file, sessionTranscript: isoSession(deps.publicUrl(), request) };
  }
  const jwkThumbprint = await thumbprintOf(request);
  const sessionTranscript =
    way === "browser"
      ? { origin, nonce, jwkThumbprint }
      : { clientId, nonce, jwkThumbprint, responseUri: responseUri(deps.publicUrl(), request.id) };
  return { format, file, sessionTranscript };
}
