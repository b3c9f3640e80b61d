import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import type { LoggedRequest, LoggedRequests } from "@selfsame/server/api/v3/schemas/requests";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { many, title } from "../../ui/words/words.ts";
import { KeyField } from "../keys/key-field.tsx";
import { requestColumns, requestCsv } from "./request-columns.tsx";
import { requestList } from "./request-list.ts";
import { RequestDialog } from "./request-dialog.tsx";
import { outcomes, routes } from "./words.ts";
import { keysPath } from "../keys/keys-path.ts";

const refreshMs = 5000;

export function RequestsView() {
  const list = useServerList<LoggedRequests, LoggedRequest>({
    ...requestList(),
    rows: ({ requests }) => requests,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  const keys = useResource<Keys>(keysPath).data?.keys ?? [];
  const [open, setOpen] = useState<LoggedRequest>();
  const { data } = list.resource;
  const outcome = list.address.value("outcome");
  const codes = data?.requests.flatMap(({ code }) => code ?? []) ?? [];
  const offered = [...new Set([...outcomes, ...codes.toSorted(), ...(outcome === "" ? [] : [outcome])])];

  return (
    <>
      <PageHead title="Requests" lead="Requests to the API and their outcomes. Photos and scores are not stored.">
        <ButtonLink href={pathTo("/docs/guide/requests")}>What is stored</ButtonLink>
      </PageHead>
      <DataList
        list={list}
        search="Search by request id"
        hasRange
        filters={
          <>
            <FilterField
              label="Outcome"
              every="Every outcome"
              name="outcome"
              options={offered.map((value) => ({ value, text: value === "error" ? "Any error" : title(value) }))}
            />
            <FilterField
              label="Route"
              every="Every route"
              name="route"
              options={routes.map((value) => ({ value, text: value }))}
            />
            <KeyField keys={keys} />
          </>
        }
        caption="Requests"
        brief
        id={({ id }) => id}
        columns={requestColumns(setOpen)}
        file="requests"
        csv={requestCsv}
        nothing="No request matches"
        all="Show all requests"
        empty={<NoRequest isOff={data?.kept_days === 0} />}
        note={({ kept_days }) => `Requests are stored for ${many(kept_days, "day")}.`}
      />
      {open && <RequestDialog subject={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function NoRequest({ isOff }: { readonly isOff: boolean }) {
  if (isOff) {
    return (
      <Empty title="Requests are not logged" whole>
        <p>
          The operator of this service has set <code>SELFSAME_REQUEST_LOG_DAYS</code> to 0.
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
