import { useState } from "preact/hooks";
import type {
  MadeVerification,
  Verification,
  VerificationFunnel,
  Verifications,
} from "@selfsame/server/api/dashboard/answers/verifications";
import { mode } from "../../state/mode.ts";
import { filterBy, replaceQuery, route } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { CursorPages, FilterField, SearchField } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { title } from "../../ui/words/words.ts";
import { CancelSessionDialog } from "./cancel-session-dialog.tsx";
import { FunnelChart } from "./funnel-chart.tsx";
import { MadeSessionDialog } from "./made-session-dialog.tsx";
import { SessionTable } from "./session-table.tsx";
import { TestSessionDialog } from "./test-session-dialog.tsx";
import { statuses } from "./words.ts";

const refreshMs = 3000;

export function SessionListView() {
  const { query } = route.value;
  const kind = mode.value;
  const status = query.get("status") ?? "";
  const externalId = query.get("q") ?? "";
  const cursor = query.get("cursor") ?? "";
  const asked = new URLSearchParams({ kind, limit: "25" });
  for (const [name, value] of Object.entries({ status, externalId: externalId.trim(), cursor })) {
    if (value !== "") asked.set(name, value);
  }
  const sessions = useResource<Verifications>(`/verifications?${asked}`, refreshMs);
  const funnel = useResource<VerificationFunnel>(`/verifications/funnel?kind=${kind}`, refreshMs);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeVerification>();
  const [cancelling, setCancelling] = useState<Verification>();
  const changed = () => {
    void sessions.reload();
    void funnel.reload();
  };
  const filtered = status !== "" || externalId !== "" || cursor !== "";

  return (
    <>
      <PageHead
        title="Sessions"
        lead="Each person you sent to the verification page, how far they got, and the result."
      >
        <ButtonLink href="/docs/guide/sessions">How to create one</ButtonLink>
        {may("developer") && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create a test session
          </Button>
        )}
      </PageHead>
      <div class="toolbar">
        <SearchField label="Search by external id" value={externalId} maxLength={128} />
        <FilterField
          label="Status"
          every="Every status"
          name="status"
          value={status}
          options={statuses.map((value) => ({ value, text: title(value) }))}
        />
      </div>
      {!filtered && <Loaded from={funnel}>{({ days }) => <FunnelChart days={days} />}</Loaded>}
      <Loaded from={sessions}>
        {({ sessions: rows, next }) =>
          rows.length === 0 ? (
            <NoSession filtered={filtered} kind={kind} onAll={() => filterBy({ q: undefined, status: undefined })} />
          ) : (
            <>
              <SessionTable sessions={rows} onCancel={setCancelling} />
              <CursorPages cursor={cursor} next={next} />
              <p class="hint table-note">Sessions are deleted 90 days after their end.</p>
            </>
          )
        }
      </Loaded>
      {creating && (
        <TestSessionDialog
          onClose={() => setCreating(false)}
          onMade={(result) => {
            setCreating(false);
            setMade(result);
            replaceQuery({ mode: "test", cursor: undefined, status: undefined, q: undefined });
            changed();
          }}
        />
      )}
      {made && <MadeSessionDialog made={made} onClose={() => setMade(undefined)} />}
      {cancelling && (
        <CancelSessionDialog subject={cancelling} onClose={() => setCancelling(undefined)} onChanged={changed} />
      )}
    </>
  );
}

function NoSession({
  filtered,
  kind,
  onAll,
}: {
  readonly filtered: boolean;
  readonly kind: "live" | "test";
  readonly onAll: () => void;
}) {
  if (filtered) {
    return (
      <Empty title="No session is like that" whole>
        <p>
          <button type="button" class="link" onClick={onAll}>
            Show all sessions
          </button>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title={kind === "live" ? "No session yet" : "No test session yet"} whole>
      <p>
        {kind === "live" ? "Create a session with a private key: " : "Create a test session here, or with a test key: "}
        <code>POST /api/v3/sessions</code> returns a link; the person who opens it is verified.
      </p>
    </Empty>
  );
}
