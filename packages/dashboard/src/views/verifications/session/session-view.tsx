import { useEffect, useState } from "preact/hooks";
import type { Verification, VerificationDetail } from "@selfsame/server/api/dashboard/answers/verifications";
import { may } from "../../../state/session.ts";
import { useResource } from "../../../state/resource.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Facts, PageHead, Panel } from "../../../ui/parts.tsx";
import { momentOf } from "../../../ui/words/times.ts";
import { CancelSessionDialog } from "../cancel-session-dialog.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { Moment } from "./moment.tsx";
import { NextPanel } from "./next-panel.tsx";
import { ReviewPanel } from "./review-panel.tsx";
import { sessionPath } from "../session-list.ts";
import { lightWords, performedText } from "../../../ui/words/outcomes.ts";
import { reasonsText } from "../words.ts";

const refreshMs = 2000;

/** One session: its data and its timeline. */
export function SessionView({ id }: { readonly id: string }) {
  const detail = useResource<VerificationDetail>(sessionPath(id), refreshMs);
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  const session = detail.data?.session;
  return (
    <>
      <PageHead title="Session" lead={<WayBack subject={session} />}>
        {session?.endedAtMs === null && may("developer") && (
          <Button onClick={() => setCancelling(true)}>Cancel the session</Button>
        )}
      </PageHead>
      <Loaded from={detail}>
        {({ session, timeline }) => (
          <>
            <NextPanel subject={session} onChanged={() => void detail.reload()} />
            {session.status === "needs_review" && (
              <ReviewPanel subject={session} timeline={timeline} onChanged={() => void detail.reload()} />
            )}
            {session.evidence !== null && <EvidencePanel subject={session} onChanged={() => void detail.reload()} />}
            <Panel title="What happened">
              <ol class="timeline">
                {timeline.map((moment, index) => (
                  <Moment key={index} moment={moment} />
                ))}
              </ol>
            </Panel>
            <Panel title="Details">
              <Facts facts={factsOf(session, timeline.findLast(({ kind }) => kind === "reviewed")?.person ?? null)} />
            </Panel>
          </>
        )}
      </Loaded>
      {cancelling && session && (
        <CancelSessionDialog
          subject={session}
          onClose={() => setCancelling(false)}
          onChanged={() => void detail.reload()}
        />
      )}
    </>
  );
}

/** Reviewers come from the review queue. */
function WayBack({ subject }: { readonly subject: Verification | undefined }) {
  const kind = `mode=${subject?.test ? "test" : "live"}`;
  const waits = subject?.status === "needs_review" && may("reviewer");
  return waits ? <a href={`#/reviews?${kind}`}>All reviews</a> : <a href={`#/verifications?${kind}`}>All sessions</a>;
}

function factsOf(session: Verification, decidedBy: string | null): readonly (readonly [string, string])[] {
  const { reviewedBy, reviewReason } = session;
  const { id, test, keyName, challenge, hasReference, attempts, attemptsAllowed, similarity, consentVersion } = session;
  return [
    ["Id", id],
    ["Kind", test ? "Test: no photo analyzed, nothing billed" : "Live"],
    ["Created by", keyName === null ? "the dashboard, the command line or a deleted key" : `the key ${keyName}`],
    [
      "Requires",
      [
        hasReference && "the person in the reference",
        challenge === "required" && "a live challenge",
        session.compareLimit !== null && "a comparison after the capture",
      ]
        .filter(Boolean)
        .join(" and "),
    ],
    ["Attempts", `${attempts} of ${attemptsAllowed}`],
    ...(session.links === 1 ? [] : [["Links", `${session.links}, of which the last one works`] as const]),
    ...(session.compareLimit === null
      ? []
      : [["Comparisons", `${session.comparisons} of ${session.compareLimit}`] as const]),
    ...(similarity === null ? [] : [["Similarity", String(similarity)] as const]),
    ...(session.challengeDetails === null
      ? []
      : [["Live challenge", performedText(session.challengeDetails)] as const]),
    ...(session.light === null ? [] : [["Screen colors", lightWords[session.light]] as const]),
    ...(session.reasons.length === 0 ? [] : [["Reasons", reasonsText(session.reasons)] as const]),
    ...(reviewedBy === null
      ? []
      : [
          [
            "Decided by",
            `${decidedBy ?? (reviewedBy === "key" ? "an API key" : "a reviewer")}: ${reviewReason}`,
          ] as const,
        ]),
    ...(consentVersion === null ? [] : [["Consent", `text of version ${consentVersion}`] as const]),
    [session.endedAtMs === null ? "Expires" : "Ended", momentOf(session.endedAtMs ?? session.expiresAtMs)],
    ...Object.entries(session.metadata).map(([name, value]) => [`Metadata: ${name}`, value] as const),
  ];
}
