import type { SessionResult, SessionRow } from "../sessions/session.ts";

/** What an ID token can state: the face of the reference was there; and, with a live challenge, that it was a live person's. */
export const acrs = ["urn:selfsame:face", "urn:selfsame:face+live"] as const;
export type Acr = (typeof acrs)[number];

/** RFC 8176, 2. It has no word for the live challenge: that is in `acr`. */
export const amr = ["face"] as const;

/** What a session reaches when it is verified. A selfie that spares the challenge shows no live challenge. */
export const acrPromised = ({ challenge, passive_first }: Pick<SessionRow, "challenge" | "passive_first">): Acr =>
  challenge === "required" && passive_first === "off" ? acrs[1] : acrs[0];

/** @param asked `acr_values`; absent or empty asks for nothing. Live is a face, too */
export function meets(reached: Acr, asked: string | undefined): boolean {
  const values = (asked ?? "").split(" ").filter((value) => value !== "");
  return values.length === 0 || values.includes(reached) || (reached === acrs[1] && values.includes(acrs[0]));
}

export type Outcome =
  | { readonly outcome: "verified"; readonly acr: Acr; readonly atMs: number }
  /** As OpenID Connect calls it, with a text for developers. */
  | { readonly outcome: "refused"; readonly error: string; readonly description: string }
  /** The person is not done. */
  | { readonly outcome: "under_way" };

const refusedAs = (error: string, description: string): Outcome => ({ outcome: "refused", error, description });
const denied = (description: string): Outcome => refusedAs("access_denied", description);

/** What a client is answered when the person comes back from the hosted page. Not why a face was rejected: that is in the session. */
export function outcomeOf(row: SessionRow, asked: string | undefined): Outcome {
  switch (row.status) {
    case "verified": {
      const result = JSON.parse(row.result ?? "{}") as Partial<SessionResult>;
      if (result.match !== true && !isApproved(result)) return denied("The person was not compared with a reference.");
      const acr = result.challenge === "passed" ? acrs[1] : acrs[0];
      if (!meets(acr, asked)) return refusedAs("unmet_authentication_requirements", `Only ${acr} was reached.`);
      return { outcome: "verified", acr, atMs: row.ended_at_ms ?? row.expires_at_ms };
    }
    case "failed":
      return denied("The person could not be confirmed.");
    case "needs_review":
      return denied("A reviewer decides about this session. Ask again after the decision, with a new session.");
    case "expired":
      return denied("The session has expired.");
    case "cancelled":
      return denied("The session was cancelled.");
    case "open":
    case "started":
    case "captured":
      return row.declined_at_ms === null ? { outcome: "under_way" } : denied("The person declined.");
  }
}

const isApproved = ({ reviewed_by }: Partial<SessionResult>): boolean =>
  reviewed_by !== undefined && reviewed_by !== null;
