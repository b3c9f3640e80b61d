import { type DocumentResult, readDocument } from "../../documents/document.ts";
import { findAnchorsIn } from "../../documents/anchors/find-anchors.ts";
import { acceptWallet, type WalletRequest } from "../../sessions/wallet/wallet-request.ts";
import { analyzeReferences } from "../../verify/references.ts";
import { photoRejection } from "../v3/photos.ts";
import { documentData, portraitRejection } from "../v3/reference-document.ts";
import type { WalletDeps } from "./deps.ts";

export interface Presented {
  readonly format: "mdoc" | "sd_jwt_vc";
  readonly presentation: string;
}

/**
 * Checks what a wallet presented for a request, and makes its portrait the session's reference.
 * @returns why not, as a code of version 3
 * @throws EngineUnavailable
 */
export async function receivePortrait(
  deps: WalletDeps,
  request: WalletRequest,
  presented: Presented,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { sessions, comparison } = deps;
  const read = await documentOf(deps, request, presented);
  if (read.outcome !== "read") return read.outcome;
  const rejection = portraitRejection(read.portrait);
  if (rejection) return rejection.code;
  const wants = { embedding: true, quality: "main", jpeg2000: true } as const;
  const found: Parameters<typeof analyzeReferences>[4] = [];
  const context = { accountId: request.accountId, allowedDomains: [], signal };
  const first = await analyzeReferences(deps, [{ from: "bytes", bytes: read.portrait }], wants, context, found);
  if (first.outcome === "refused") return photoRejection(first, "reference_document").code;
  if (!first.reference) return "no_face";
  // A document is of one person.
  if (first.faces.length > 1) return "several_faces_found";
  const { facts, portrait } = read;
  const document = { portrait: { from: "bytes", bytes: portrait }, facts, presentation: undefined } as const;
  const data = documentData(document, first.faces[0]?.quality ?? { score: 0 });
  const { embedding } = first.reference;
  const accepted = await acceptWallet(sessions, request, { embedding, model: comparison.model, document: data ?? {} });
  return accepted ? undefined : "session_ended";
}

/** What the wallet signed is this very request: nonce, verifier and address; for an mdoc also the key that it encrypted for. */
async function documentOf(
  deps: WalletDeps,
  request: WalletRequest,
  { format, presentation }: Presented,
): Promise<DocumentResult> {
  const { sessions, identity } = deps;
  const anchors = findAnchorsIn(sessions.store, { accountId: request.accountId, test: false });
  const { nonce } = request;
  if (format === "sd_jwt_vc") {
    const file = Buffer.from(presentation, "latin1");
    return readDocument({ format, file, nonce, audience: identity.clientId }, true, anchors, sessions.now());
  }
  const { responseUri, thumbprintOf } = await import("../../sessions/wallet/open-id.ts");
  const { transcriptOf } = await import("../../documents/mdoc.ts");
  const sessionTranscript = await transcriptOf({
    clientId: identity.clientId,
    nonce,
    jwkThumbprint: await thumbprintOf(request),
    responseUri: responseUri(deps.publicUrl(), request.id),
  });
  const file = Buffer.from(presentation, "base64url");
  return readDocument({ format, file, sessionTranscript }, true, anchors, sessions.now());
}
