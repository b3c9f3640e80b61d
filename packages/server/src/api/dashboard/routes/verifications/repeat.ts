import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { photoBytesMax, photosPace } from "../../../../photo/images/limits.ts";
import { upToDate } from "../../../../features/sessions/end-session.ts";
import { type ReferenceAgain, repeatSession } from "../../../../features/sessions/repeat-session.ts";
import { findSession, repeatNeeds } from "../../../../features/sessions/session.ts";
import { collect } from "../../../bodies/collect.ts";
import type { Rejection } from "../../../v3/endpoint.ts";
import { errorCatalog } from "../../../v3/errors.ts";
import { requireSealed } from "../../../v3/sessions/require-sealed.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { id, nothing, parse } from "../../parse.ts";
import type { Me } from "../../signed-in.ts";

/** Creates another session for the person of an ended one, from its reference or a photo in the body. */
export async function repeat(deps: DashboardDeps, me: Me, request: FastifyRequest) {
  const { store, verifications, embeddingModel } = deps;
  const { body } = request;
  if (!(body instanceof Readable)) parse(nothing, body);
  const found = await findSession(store.db, me.account.id, parse(id, request.params).id);
  if (!found) throw new DashboardError("not_found");
  if ((await upToDate(verifications, found)).ended_at_ms === null) throw new DashboardError("session_under_way");
  if (body instanceof Readable && repeatNeeds(found) === null) throw new DashboardError("invalid_request");
  const again = body instanceof Readable ? await referenceIn(deps, me.account.id, request, body) : undefined;
  const repeated = await repeatSession(verifications, found, again, embeddingModel, me.by);
  if ("outcome" in repeated) throw new DashboardError(repeated.outcome);
  return repeated;
}

/** Analyzes the photo sent. @throws DashboardError if it cannot serve as a reference */
async function referenceIn(
  { photos, verifications, uploads }: DashboardDeps,
  accountId: string,
  request: FastifyRequest,
  body: Readable,
): Promise<ReferenceAgain> {
  const signal = request.clientGone;
  const holding = uploads.hold(accountId, signal);
  try {
    const limits = { bytesMax: photoBytesMax, pace: photosPace, memory: { holding, times: 1 } };
    const bytes = await collect(body, limits);
    if (bytes === "too_large") throw unusable({ code: "file_too_large" });
    if (typeof bytes === "string") throw new DashboardError("invalid_request");
    const sources = [{ from: "bytes", bytes }] as const;
    const required = { sources, part: "reference", allowSeveralFaces: false };
    const found = await requireSealed(photos, verifications, required, { accountId, allowedDomains: [], signal });
    if ("code" in found) throw unusable(found);
    return found;
  } finally {
    holding.release();
  }
}

/** The same error as version 3 returns for the photo. */
const unusable = ({ code }: Rejection): DashboardError =>
  new DashboardError("reference_unusable", { field: "reference", detail: errorCatalog[code].message });
