import { useState } from "preact/hooks";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import type { LoggedRequest, LoggedRequests } from "@selfsame/server/api/dashboard/answers/operations";
import { mode } from "../../state/mode.ts";
import { filterBy, route } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { Choice } from "../../ui/forms/choice.tsx";
import { CursorPages, FilterField, SearchField } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { many, title } from "../../ui/words/words.ts";
import { KeyField } from "../keys/key-field.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { RequestTable } from "./request-table.tsx";
import { chosenIn, outcomes, requestsQuery, routes, spanNames, spans, type Span } from "./words.ts";

const refreshMs = 5000;

const all = { q: undefined, key: undefined, outcome: undefined, route: undefined, since: undefined } as const;

export function RequestsView() {
  const chosen = chosenIn(route.value.query, mode.value);
  const { requestId, keyId, outcome, cursor, span } = chosen;
  const requests = useResource<LoggedRequests>(`/requests?${requestsQuery(chosen, Date.now())}`, refreshMs);
  const keys = useResource<{ keys: readonly Key[] }>("/keys").data?.keys ?? [];
  const [open, setOpen] = useState<LoggedRequest>();
  const filtered = [requestId, keyId, outcome, chosen.route, cursor].some((text) => text !== "") || span !== "all";
  const codes = requests.data?.requests.flatMap(({ code }) => code ?? []) ?? [];
  const offered = [...new Set([...outcomes, ...codes.toSorted(), ...(outcome === "" ? [] : [outcome])])];

  return (
    <>
      <PageHead title="Requests" lead="Requests to the API and their outcomes. Photos and scores are not stored.">
        <ButtonLink href="/docs/guide/requests">What is stored</ButtonLink>
      </PageHead>
      <div class="toolbar">
        <SearchField label="Search by request id" value={requestId} maxLength={128} />
        <FilterField
          label="Outcome"
          every="Every outcome"
          name="outcome"
          value={outcome}
          options={offered.map((value) => ({ value, text: value === "error" ? "Any error" : title(value) }))}
        />
        <FilterField
          label="Route"
          every="Every route"
          name="route"
          value={chosen.route}
          options={routes.map((value) => ({ value, text: value }))}
        />
        <KeyField keys={keys} value={keyId} />
        <Choice
          label="Since"
          value={span}
          options={(Object.keys(spans) as Span[]).map((value) => ({ value, text: spanNames[value] }))}
          onChange={(value) => filterBy({ since: value === "all" ? undefined : value })}
        />
      </div>
      <Loaded from={requests}>
        {({ requests: rows, next, keptDays }) =>
          rows.length === 0 ? (
            <NoRequest filtered={filtered} off={keptDays === 0} />
          ) : (
            <>
              <RequestTable requests={rows} onOpen={setOpen} />
              <CursorPages cursor={cursor} next={next} />
              <p class="hint table-note">Requests are stored for {many(keptDays, "day")}.</p>
            </>
          )
        }
      </Loaded>
      {open && <RequestDialog subject={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function NoRequest({ filtered, off }: { readonly filtered: boolean; readonly off: boolean }) {
  if (off) {
    return (
      <Empty title="Requests are not logged" whole>
        <p>
          The operator of this service has set <code>SELFSAME_REQUEST_LOG_DAYS</code> to 0.
        </p>
      </Empty>
    );
  }
  if (filtered) {
    return (
      <Empty title="No request is like that" whole>
        <p>
          <button type="button" class="link" onClick={() => filterBy(all)}>
            Show all requests
          </button>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No request yet" whole>
      <p>
        Requests with the team's keys appear here moments after their response.
        {may("developer") && (
          <>
            {" "}
            <a href="#/playground/verify">Send the first one</a> from the playground.
          </>
        )}
      </p>
    </Empty>
  );
}
