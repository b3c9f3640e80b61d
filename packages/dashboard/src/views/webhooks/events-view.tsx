import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useEffect } from "preact/hooks";
import type { Event, Events } from "@selfsame/server/api/v3/schemas/webhooks";
import { replaceQuery, route } from "../../state/route.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { EventTypeField } from "./event-type-field.tsx";
import { eventList } from "./webhook-lists.ts";
import { WebhookTabs } from "./webhook-tabs.tsx";

const refreshMs = 5000;

const columns: readonly Column<Event>[] = [
  {
    title: "Event",
    cell: ({ type, id }) => (
      <div class="two-lines">
        <span class="strong">{type}</span>
        <code class="faint">{id}</code>
      </div>
    ),
  },
  { title: "About", narrow: "drop", cell: ({ data }) => <code>{aboutOf(data)}</code> },
  { title: "When", sort: "-timestamp", cell: ({ timestamp }) => <Time at={timestamp} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: ({ id, type }) => (
      <Button size="small" kind="quiet" label={`Details of ${type} ${id}`} onClick={() => replaceQuery({ event: id })}>
        Details
      </Button>
    ),
  },
];

/** @param test whether the events are of test keys */
const csvOf = (test: boolean): CsvFields<Event> => ({
  time: ({ timestamp }) => timestamp,
  id: ({ id }) => id,
  type: ({ type }) => type,
  test: () => test,
  body: ({ type, timestamp, data }) => JSON.stringify({ type, timestamp, data }),
});

/** The id of the object that an event is about; empty for events about the account. */
function aboutOf(data: Event["data"]): string {
  const about = data["id"] ?? data["key"] ?? data["endpoint"] ?? "";
  return typeof about === "string" ? about : "";
}

/** The events, whether or not an endpoint received them. */
export function EventsView() {
  const list = useServerList<Events, Event>({
    ...eventList,
    rows: ({ events }) => events,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  const openId = route.value.query.get("event");
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return (
    <>
      <PageHead title="Events" lead="What happened in the last 30 days, whether or not an endpoint received it." />
      <WebhookTabs at="events" />
      <DataList
        list={list}
        search="Search by event id"
        hasRange
        filters={
          <>
            <FilterField
              label="Live or test"
              every="Live events"
              name="kind"
              options={[{ value: "test", text: "Test events" }]}
            />
            <EventTypeField />
          </>
        }
        caption="Events"
        id={({ id }) => id}
        columns={columns}
        file="events"
        csv={csvOf(list.address.value("kind") === "test")}
        nothing="No event matches"
        all="Show all live events"
        empty={
          <Empty title="No events yet" whole>
            <p>
              An event appears here when a session or a batch ends, or a limit is reached.{" "}
              <a href={pathTo("/docs/guide/webhooks")}>Every type of event</a>
            </p>
          </Empty>
        }
      />
      {openId !== null && <EventDialog id={openId} onClose={() => replaceQuery({ event: undefined })} />}
    </>
  );
}
