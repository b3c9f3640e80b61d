import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { Session, Sessions } from "@selfsame/server/api/v3/sessions/session-schemas";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Badge, Empty, PageHead } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Breakable } from "../../ui/words/breakable.tsx";
import { Time } from "../../ui/words/time.tsx";
import { isMe, useMemberNames } from "../verifications/member-names.ts";
import { sessionCsv } from "../verifications/session-columns.tsx";
import { decisionWords, reasonsText } from "../verifications/words.ts";
import { reviewList } from "./review-list.ts";

const refreshMs = 5000;

/** The review queue: sessions that wait for a decision, oldest first. */
export function ReviewsView() {
  const list = useServerList<Sessions, Session>({
    ...reviewList(),
    rows: ({ sessions }) => sessions,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  return (
    <>
      <PageHead title="Reviews" lead="Sessions that failed and wait for your decision, the oldest first.">
        <ButtonLink href={pathTo("/docs/guide/session-reviews")}>How to review</ButtonLink>
      </PageHead>
      <DataList
        list={list}
        search="Search by external id or session id"
        filters={null}
        caption="Sessions that wait for a review"
        id={({ id }) => id}
        columns={columns}
        file="reviews"
        csv={sessionCsv}
        nothing="No waiting session matches"
        all="Show all that wait"
        empty={
          <Empty title="Nothing waits for a review" whole>
            <p>
              A session comes here when its attempts have failed and it was created with <code>review</code>, or the
              team reviews every session that fails (Settings, General).
            </p>
          </Empty>
        }
      />
    </>
  );
}

const columns: readonly Column<Session>[] = [
  {
    title: "Session",
    cell: ({ id, external_id }) => (
      <div class="two-lines">
        <a class="strong" href={`#/verifications/${id}`}>
          <Breakable text={external_id ?? id} />
        </a>
        {external_id !== null && <code class="faint">{id}</code>}
      </div>
    ),
  },
  {
    title: "Failed because of",
    cell: ({ result }) => reasonsText(result?.reasons ?? []) || <span class="faint">unknown</span>,
  },
  { title: "Reviewer", cell: (session) => <Reviewer subject={session} /> },
  { title: "Created", sort: "created_at", cell: ({ created_at }) => <Time at={created_at} /> },
  { title: "Expires", cell: ({ expires_at }) => <Time at={expires_at} /> },
];

function Reviewer({ subject: { assignee, review_held, review_pending } }: { readonly subject: Session }) {
  const nameOf = useMemberNames();
  return (
    <div class="two-lines">
      {assignee === null ? (
        <span class="faint">nobody</span>
      ) : (
        <Breakable text={isMe(assignee) ? "you" : (nameOf(assignee) ?? "")} />
      )}
      {review_held && <Badge tone="accent">{decisionWords[review_held.decision]}, can be undone</Badge>}
      {review_pending && <Badge tone="warn">a second reviewer is needed</Badge>}
    </div>
  );
}
