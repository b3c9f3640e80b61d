import { useEffect, useState } from "preact/hooks";
import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import type { SessionTimeline } from "@selfsame/server/api/v3/sessions/timeline-schema";
import type { WebhookEndpoints } from "@selfsame/server/api/v3/schemas/webhooks";
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
import { endpointsPath } from "../../webhooks/webhook-lists.ts";
import { useMemberNames } from "../member-names.ts";
import { sessionPath, timelinePath } from "../session-list.ts";
import { lightWords, performedText } from "../../../ui/words/outcomes.ts";
import { reasonsText } from "../words.ts";

const refreshMs = 2000;

/** One session: its data and its timeline. */
export function SessionView({ id }: { readonly id: string }) {
  const detail = useResource<Session>(sessionPath(id), refreshMs);
  const timeline = useResource<SessionTimeline>(timelinePath(id), refreshMs);
  const { endpoints = [] } = useResource<WebhookEndpoints>(endpointsPath).data ?? {};
  const urlOf = (endpoint: string) => endpoints.find((one) => one.id === endpoint)?.url ?? endpoint;
  const nameOf = useMemberNames();
  const moments = (timeline.data?.entries ?? []).map((one) => ({
    ...one,
    person: nameOf(one.person),
    to: nameOf(one.to),
  }));
  const reload = () => {
    void detail.reload();
    void timeline.reload();
  };
  const [cancelling, setCancelling] = useState(false);
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  const session = detail.data;
  return (
    <>
      <PageHead title="Session" lead={<WayBack subject={session} />}>
        {session?.ended_at === null && may("developer") && (
          <Button onClick={() => setCancelling(true)}>Cancel the session</Button>
        )}
      </PageHead>
      <Loaded from={detail}>
        {(session) => (
          <>
            <NextPanel subject={session} onChanged={reload} />
            {session.status === "needs_review" && (
              <ReviewPanel subject={session} timeline={moments} onChanged={reload} />
            )}
            {session.evidence !== null && <EvidencePanel subject={session} onChanged={reload} />}
            <Panel title="What happened">
              <ol class="timeline">
                {moments.map((moment, index) => (
                  <Moment key={index} moment={moment} urlOf={urlOf} />
                ))}
              </ol>
            </Panel>
            <Panel title="Details">
              <Facts facts={factsOf(session, moments.findLast(({ kind }) => kind === "reviewed")?.person ?? null)} />
            </Panel>
          </>
        )}
      </Loaded>
      {cancelling && session && (
        <CancelSessionDialog subject={session} onClose={() => setCancelling(false)} onChanged={reload} />
      )}
    </>
  );
}

/** Reviewers come from the review queue. */
function WayBack({ subject }: { readonly subject: Session | undefined }) {
  const kind = `mode=${subject?.test ? "test" : "live"}`;
  const waits = subject?.status === "needs_review" && may("reviewer");
  return waits ? <a href={`#/reviews?${kind}`}>All reviews</a> : <a href={`#/verifications?${kind}`}>All sessions</a>;
}

function factsOf(session: Session, decidedBy: string | null): readonly (readonly [string, string])[] {
  const { id, test, key_name, challenge, has_reference, attempts, attempts_allowed, result, consent } = session;
  const { reviewed_by = null, review_reason, similarity = null, reasons = [] } = result ?? {};
  const { challenge_details: performed = null, light = null } = result ?? {};
  return [
    ["Id", id],
    ["Kind", test ? "Test: no photo analyzed, nothing billed" : "Live"],
    ["Created by", key_name === null ? "the dashboard, the command line or a deleted key" : `the key ${key_name}`],
    [
      "Requires",
      [
        has_reference && "the person in the reference",
        challenge === "required" && "a live challenge",
        session.compare_limit !== null && "a comparison after the capture",
      ]
        .filter(Boolean)
        .join(" and "),
    ],
    ["Attempts", `${attempts} of ${attempts_allowed}`],
    ...(session.links === 1 ? [] : [["Links", `${session.links}, of which the last one works`] as const]),
    ...(session.compare_limit === null
      ? []
      : [["Comparisons", `${session.comparisons} of ${session.compare_limit}`] as const]),
    ...(similarity === null ? [] : [["Similarity", String(similarity)] as const]),
    ...(performed === null ? [] : [["Live challenge", performedText(performed)] as const]),
    ...(light === null ? [] : [["Screen colors", lightWords[light]] as const]),
    ...(reasons.length === 0 ? [] : [["Reasons", reasonsText(reasons)] as const]),
    ...(reviewed_by === null
      ? []
      : [
          [
            "Decided by",
            `${decidedBy ?? (reviewed_by === "key" ? "an API key" : "a reviewer")}: ${review_reason}`,
          ] as const,
        ]),
    ...(consent === null ? [] : [["Consent", `text of version ${consent.version}`] as const]),
    [session.ended_at === null ? "Expires" : "Ended", momentOf(Date.parse(session.ended_at ?? session.expires_at))],
    ...Object.entries(session.metadata).map(([name, value]) => [`Metadata: ${name}`, value] as const),
  ];
}
