import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import type { VerificationFunnel } from "@selfsame/server/api/dashboard/answers/verifications";
import type { Session, Sessions, SessionLink } from "@selfsame/server/api/v3/sessions/session-schemas";
import { mode } from "../../state/mode.ts";
import { replaceQuery } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { many, titled } from "../../ui/words/words.ts";
import { KeyField } from "../keys/key-field.tsx";
import { CancelSessionDialog } from "./cancel-session-dialog.tsx";
import { FunnelChart } from "./funnel-chart.tsx";
import { MadeSessionDialog } from "./made-session-dialog.tsx";
import { sessionColumns, sessionCsv } from "./session-columns.tsx";
import { funnelPath, sessionList } from "./session-list.ts";
import { TestSessionDialog } from "./test-session-dialog.tsx";
import { statuses } from "./words.ts";
import { keysPath } from "../keys/keys-path.ts";

const refreshMs = 3000;

export function SessionListView() {
  const kind = mode.value;
  const list = useServerList<Sessions, Session>({
    ...sessionList(),
    rows: ({ sessions }) => sessions,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  const funnel = useResource<VerificationFunnel>(list.address.isNarrowed ? undefined : funnelPath(), refreshMs);
  const keys = useResource<Keys>(keysPath).data?.keys ?? [];
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<SessionLink>();
  const [cancelling, setCancelling] = useState<Session>();
  const changed = () => {
    void list.resource.reload();
    void funnel.reload();
  };

  return (
    <>
      <PageHead
        title="Sessions"
        lead="Each person you sent to the verification page, how far they got, and the result."
      >
        <ButtonLink href={pathTo("/docs/guide/sessions")}>How to create one</ButtonLink>
        {may("developer") && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create a test session
          </Button>
        )}
      </PageHead>
      {/* An error is shown once, by the list. */}
      {!list.address.isNarrowed && !list.resource.error && (
        <Loaded from={funnel} lines={10}>
          {({ days }) => <FunnelChart days={days} />}
        </Loaded>
      )}
      <DataList
        list={list}
        search="Search by external id or session id"
        hasRange
        filters={
          <>
            <FilterField label="Status" every="Every status" name="status" options={titled(statuses)} />
            <KeyField keys={keys} />
          </>
        }
        caption="Sessions"
        id={({ id }) => id}
        columns={sessionColumns(setCancelling)}
        file="sessions"
        csv={sessionCsv}
        nothing="No session matches"
        all="Show all sessions"
        empty={<NoSession kind={kind} />}
        note={({ kept_days }) => `Sessions are deleted ${many(kept_days, "day")} after their end.`}
      />
      {creating && (
        <TestSessionDialog
          onClose={() => setCreating(false)}
          onMade={(result) => {
            setCreating(false);
            setMade(result);
            replaceQuery({ mode: "test" });
            list.address.clear();
            changed();
          }}
        />
      )}
      {made && <MadeSessionDialog title="The test session is ready" made={made} onClose={() => setMade(undefined)} />}
      {cancelling && (
        <CancelSessionDialog subject={cancelling} onClose={() => setCancelling(undefined)} onChanged={changed} />
      )}
    </>
  );
}

function NoSession({ kind }: { readonly kind: "live" | "test" }) {
  return (
    <Empty title={kind === "live" ? "No session yet" : "No test session yet"} whole>
      <p>
        {kind === "live" ? "Create a session with a private key: " : "Create a test session here, or with a test key: "}
        <code>POST /api/v3/sessions</code> returns a link; the person who opens it is verified.
      </p>
    </Empty>
  );
}
