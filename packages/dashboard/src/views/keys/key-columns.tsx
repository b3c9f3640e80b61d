import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { may } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import { type CsvFields, isoTime } from "../../ui/list/csv.ts";
import type { SortKeys } from "../../ui/list/local-rows.ts";
import { Badge } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { MonthUseNote } from "../limits/month-use.tsx";
import { boundsText } from "./bounds-fields.tsx";
import { requiredOf } from "./demands.ts";
import { aboutDay } from "../../ui/words/times.ts";

export type KeyAction = "edit" | "rotate" | "revoke" | "delete";

export const keyColumns = (onAction: (action: KeyAction, key: Key) => void): readonly Column<Key>[] => [
  { title: "Name", sort: "name", cell: (key) => <KeyName subject={key} /> },
  { title: "Key", cell: (key) => <code>{key.display}</code> },
  { title: "Status", sort: "expires", cell: (key) => <Status subject={key} /> },
  {
    title: "Last used",
    sort: "-used",
    cell: ({ lastUsedDay }) =>
      lastUsedDay === null ? (
        <span class="faint">never</span>
      ) : (
        <time dateTime={lastUsedDay} title={`${lastUsedDay}, UTC`}>
          {aboutDay(lastUsedDay)}
        </time>
      ),
  },
  { title: "Created", sort: "-created", cell: (key) => <Time atMs={key.createdAtMs} /> },
  {
    title: "Actions",
    kind: "actions",
    cell: (key) => (
      <RowActions
        subject={key.name}
        first={{
          text: "Requests",
          label: `Requests of ${key.name}`,
          run: { href: `#/requests?key=${key.id}&mode=${key.kind === "test" ? "test" : "live"}` },
        }}
        more={actionsOf(key).map((action) => ({
          text: names[action],
          label: `${names[action]} ${key.name}`,
          danger: action === "revoke" || action === "delete",
          disabled: action === "rotate" && key.successorId !== null,
          run: () => onAction(action, key),
        }))}
      />
    ),
  },
];

export const keySorts: SortKeys<Key> = {
  name: ({ name }) => name,
  expires: ({ expiresAtMs, revokedAtMs }) => revokedAtMs ?? expiresAtMs,
  used: ({ lastUsedDay }) => lastUsedDay,
  created: ({ createdAtMs }) => createdAtMs,
};

export const keyCsv: CsvFields<Key> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  key: ({ display }) => display,
  status: ({ status }) => status,
  scopes: ({ scopes }) => scopes?.join(" ") ?? null,
  allowed_origins: ({ allowedOrigins }) => allowedOrigins.join(" "),
  address_ranges: ({ addressRanges }) => addressRanges.join(" "),
  last_used_day: ({ lastUsedDay }) => lastUsedDay,
  created: ({ createdAtMs }) => isoTime(createdAtMs),
  expires: ({ expiresAtMs }) => isoTime(expiresAtMs),
  revoked: ({ revokedAtMs }) => isoTime(revokedAtMs),
  maker_left: ({ makerLeft }) => (makerLeft === true ? "yes" : "no"),
  created_with: ({ parentId }) => parentId,
  used_of_month: ({ usedOfMonth }) => usedOfMonth ?? null,
};

const names: Readonly<Record<KeyAction, string>> = {
  edit: "Edit",
  rotate: "Rotate",
  revoke: "Revoke",
  delete: "Delete",
};
const activeActions: readonly KeyAction[] = ["edit", "rotate", "revoke"];
const endedActions: readonly KeyAction[] = ["delete"];

function actionsOf({ status }: Key): readonly KeyAction[] {
  if (!may("developer")) return [];
  return status === "active" ? activeActions : endedActions;
}

function KeyName({ subject }: { readonly subject: Key }) {
  const { name, kind, allowedOrigins, threshold } = subject;
  const demands = [...requiredOf(subject), threshold !== null && `a similarity of ${threshold}`].filter(Boolean);
  const asks = demands.length > 0 ? `, requires ${demands.join(" and ")}` : "";
  const whatFor = {
    private: `private${asks}`,
    public: `public, from ${allowedOrigins.join(", ")}${subject.challengeMode === "any" ? ", any challenge mode" : ""}`,
    test: "test: no photo analyzed, nothing billed",
  }[kind];
  const bounds = boundsText(subject);
  return (
    <div class="two-lines">
      <span class="strong">{name}</span>
      <span class="faint">{bounds === "" ? whatFor : `${whatFor}; ${bounds}`}</span>
      {subject.makerLeft === true && <span class="faint">Created by a person who left the team</span>}
      <OwnMonth subject={subject} />
    </div>
  );
}

function OwnMonth({ subject: { usedOfMonth, limits } }: { readonly subject: Key }) {
  const quota = limits.requestsPerMonth;
  if (usedOfMonth === undefined || quota === null) return null;
  return <MonthUseNote used={usedOfMonth} quota={quota} />;
}

function Status({ subject: { status, expiresAtMs, revokedAtMs, successorId } }: { readonly subject: Key }) {
  if (status === "revoked") {
    return (
      <div class="two-lines">
        <Badge tone="bad">revoked</Badge>
        {revokedAtMs !== null && (
          <span class="faint">
            <Time atMs={revokedAtMs} />
          </span>
        )}
      </div>
    );
  }
  const note = status === "expired" ? "expired" : successorId === null ? "expires" : "replaced, ends";
  return (
    <div class="two-lines">
      <Badge tone={status === "expired" ? "warn" : "good"}>{status}</Badge>
      {expiresAtMs !== null && (
        <span class="faint">
          {note} <Time atMs={expiresAtMs} />
        </span>
      )}
    </div>
  );
}
