import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { readConsentTexts, versionName } from "../../branding/consent-texts.ts";
import { noticePath, purposeOf } from "../../branding/branding.ts";
import { returnAddress } from "../origins.ts";
import { canWithdraw } from "../consent/withdraw-session.ts";
import { challengeNow } from "../attempts/passive-first.ts";
import { type SessionDeps, type SessionRow, isOver } from "../session.ts";
import { walletState } from "../wallet/wallet-request.ts";
import { hashDevice } from "./visitor.ts";

const ends = {
  needs_review: "in_review",
  verified: "done",
  failed: "not_confirmed",
  expired: "expired",
  cancelled: "cancelled",
} as const;

/** The end that the page shows. After the capture the person is done; comparisons do not involve them. */
function endOf({ status, captured_at_ms, withdrawn_at_ms }: SessionRow) {
  if (withdrawn_at_ms !== null) return "withdrawn";
  if (status === "open" || status === "started") return null;
  return captured_at_ms === null && status !== "captured" ? ends[status] : "done";
}

/** The account's own consent texts; null if it has none. */
async function ownWords(db: Kysely<Schema>, accountId: string) {
  const own = await readConsentTexts(db, accountId);
  if (!own || Object.keys(own.texts).length === 0) return null;
  const texts = Object.fromEntries(Object.entries(own.texts).map(([language, { text }]) => [language, text]));
  return { version: versionName(own.version), texts };
}

/** The state that the page receives: nothing meant only for the caller's backend. */
export async function pageState(deps: SessionDeps, session: SessionRow, device: string | undefined) {
  const { id, status, return_url, consent_version, test } = session;
  const { store } = deps;
  const hash = device === undefined ? undefined : hashDevice(device);
  return {
    id,
    status: isOver(session) ? ("ended" as const) : (status as "open" | "started"),
    test: test === 1,
    purpose: await purposeOf(store.db, session.account_id, return_url),
    notice_url: noticePath(session.account_id),
    locale: session.locale,
    challenge: challengeNow(session),
    attempts_left: session.attempts_allowed - session.attempts,
    expires_at: new Date(session.expires_at_ms).toISOString(),
    return_url: return_url === null ? null : returnAddress(return_url, id),
    consent: {
      version: consent_version,
      given: consent_version !== null,
      can_withdraw: canWithdraw(session),
      own: consent_version === null ? await ownWords(store.db, session.account_id) : null,
    },
    here: session.device === null ? null : session.device === hash,
    compare_within: session.compare_minutes,
    evidence_days: session.evidence_days,
    wallet: await walletState(deps, session),
    end: endOf(session),
  };
}

export type PageState = Awaited<ReturnType<typeof pageState>>;
