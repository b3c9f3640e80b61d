import type { Insertable, Selectable } from "kysely";
import type { ChallengeDetails } from "../../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../../liveness/challenge/light/judge-light.ts";
import type { Caller } from "../../accounts/access/access.ts";
import { randomBase62 } from "@selfsame/platform/ids/base62";
import type { RequestsTable } from "@selfsame/platform/store/tables/requests";
import { type StagesMs, tenths } from "./stage-sums.ts";

/** Quality issues by photo (`reference`, `selfie`, `photo`). */
export type PhotoIssues = Readonly<Record<string, readonly string[]>>;

/** Stored facts of a request: no photo, no address of one, no score, and nothing that the caller sent except the request's id. */
export interface LoggedRequest {
  readonly id: string;
  /** As returned. A caller may have sent the same one before. */
  readonly requestId: string;
  readonly keyId: string;
  /** Method and registered path: `POST /api/v3/verify`. */
  readonly route: string;
  /** Null if the client disconnected before the answer. */
  readonly status: number | null;
  /** In domain terms: `match`, `no_match`, `analyzed` ...; `error` if there is a code. */
  readonly outcome: string;
  /** Error code. */
  readonly code: string | null;
  readonly issues: PhotoIssues;
  /** Result of a challenge's screen colors; null if there were none. */
  readonly light: LightResult | null;
  /** How a challenge was performed; null without one. */
  readonly challenge: ChallengeDetails | null;
  readonly stagesMs: StagesMs;
  readonly durationMs: number;
  /** The answering node. */
  readonly node: string;
  /** Time of the answer. */
  readonly atMs: number;
}

/** A request that was just answered. */
export interface AnsweredRequest extends Omit<LoggedRequest, "id" | "keyId" | "light" | "challenge" | "node" | "atMs"> {
  readonly holder: Caller;
  readonly light?: LightResult | null;
  readonly challenge?: ChallengeDetails | null;
}

export function rowOf(request: AnsweredRequest, node: string, atMs: number): Insertable<RequestsTable> {
  const { holder, requestId, route, status, outcome, code, stagesMs, durationMs } = request;
  const issues = Object.entries(request.issues).filter(([, found]) => found.length > 0);
  return {
    id: idAt(atMs),
    account_id: holder.accountId,
    key_id: holder.keyId,
    request_id: requestId,
    route,
    status,
    outcome,
    code,
    issues: JSON.stringify(Object.fromEntries(issues)),
    light: request.light ?? null,
    challenge_mode: request.challenge?.mode ?? null,
    challenge_frames: request.challenge?.frames ?? null,
    stages: JSON.stringify(stagesMs),
    duration_ms: tenths(durationMs),
    node,
    created_at_ms: atMs,
    test: Number(holder.test),
  };
}

/** Ids rise with time: appending in order keeps an index small and fast. */
const idAt = (atMs: number): string => atMs.toString(36).padStart(9, "0") + randomBase62(10);

export function loggedRequest(row: Selectable<RequestsTable>): LoggedRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    keyId: row.key_id,
    route: row.route,
    status: row.status,
    outcome: row.outcome,
    code: row.code,
    issues: JSON.parse(row.issues) as PhotoIssues,
    light: row.light as LightResult | null,
    challenge: detailsOf(row),
    stagesMs: JSON.parse(row.stages) as StagesMs,
    durationMs: row.duration_ms,
    node: row.node,
    atMs: row.created_at_ms,
  };
}

const detailsOf = ({ challenge_mode, challenge_frames }: Selectable<RequestsTable>): ChallengeDetails | null =>
  challenge_mode === null ? null : { mode: challenge_mode as ChallengeDetails["mode"], frames: challenge_frames ?? 0 };
