import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { may } from "../../state/session.ts";
import { RowActions } from "../../ui/row-actions.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
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
    cell: ({ last_used_on }) =>
      last_used_on === null ? (
        <span class="faint">never</span>
      ) : (
        <time dateTime={last_used_on} title={`${last_used_on}, UTC`}>
          {aboutDay(last_used_on)}
        </time>
      ),
  },
  { title: "Created", sort: "-created", cell: (key) => <Time at={key.created_at} /> },
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
          disabled: action === "rotate" && key.successor_id !== null,
          run: () => onAction(action, key),
        }))}
      />
    ),
  },
];

export const keySorts: SortKeys<Key> = {
  name: ({ name }) => name,
  expires: ({ expires_at, revoked_at }) => revoked_at ?? expires_at,
  used: ({ last_used_on }) => last_used_on,
  created: ({ created_at }) => created_at,
};

export const keyCsv: CsvFields<Key> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  key: ({ display }) => display,
  status: ({ status }) => status,
  scopes: ({ scopes }) => scopes?.join(" ") ?? null,
  allowed_origins: ({ allowed_origins }) => allowed_origins.join(" "),
  address_ranges: ({ address_ranges }) => address_ranges.join(" "),
  last_used_day: ({ last_used_on }) => last_used_on,
  created: ({ created_at }) => created_at,
  expires: ({ expires_at }) => expires_at,
  revoked: ({ revoked_at }) => revoked_at,
  maker_left: ({ creator_left }) => (creator_left ? "yes" : "no"),
  created_with: ({ created_with }) => created_with,
  used_of_month: ({ used_this_month }) => used_this_month,
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
  const { name, kind, allowed_origins, threshold } = subject;
  const demands = [...requiredOf(subject), threshold !== null && `a similarity of ${threshold}`].filter(Boolean);
  const asks = demands.length > 0 ? `, requires ${demands.join(" and ")}` : "";
  const whatFor = {
    private: `private${asks}`,
    public: `public, from ${allowed_origins.join(", ")}${subject.challenge_mode === "any" ? ", any challenge mode" : ""}`,
    test: "test: no photo analyzed, nothing billed",
  }[kind];
  const bounds = boundsText(subject);
  return (
    <div class="two-lines">
      <span class="strong">{name}</span>
      <span class="faint">{bounds === "" ? whatFor : `${whatFor}; ${bounds}`}</span>
      {subject.creator_left && <span class="faint">Created by a person who left the team</span>}
      <OwnMonth subject={subject} />
    </div>
  );
}

function OwnMonth({ subject: { used_this_month, limits } }: { readonly subject: Key }) {
  const quota = limits.requests_per_month;
  if (used_this_month === null || quota === null) return null;
  return <MonthUseNote used={used_this_month} quota={quota} />;
}

function Status({ subject: { status, expires_at, revoked_at, successor_id } }: { readonly subject: Key }) {
  if (status === "revoked") {
    return (
      <div class="two-lines">
        <Badge tone="bad">revoked</Badge>
        {revoked_at !== null && (
          <span class="faint">
            <Time at={revoked_at} />
          </span>
        )}
      </div>
    );
  }
  const note = status === "expired" ? "expired" : successor_id === null ? "expires" : "replaced, ends";
  return (
    <div class="two-lines">
      <Badge tone={status === "expired" ? "warn" : "good"}>{status}</Badge>
      {expires_at !== null && (
        <span class="faint">
          {note} <Time at={expires_at} />
        </span>
      )}
    </div>
  );
}
