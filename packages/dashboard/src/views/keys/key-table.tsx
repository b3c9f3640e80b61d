import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { may } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { boundsText } from "./bounds-fields.tsx";
import { aboutDay } from "../../ui/words/times.ts";

export type KeyAction = "edit" | "rotate" | "revoke" | "delete";

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onAction: (action: KeyAction, key: Key) => void;
}

export function KeyTable({ keys, onAction }: KeyTableProps) {
  return (
    <Table
      caption="Keys, newest first"
      rows={keys}
      id={(key) => key.id}
      tone={(key) => (key.status === "active" ? "" : "faint")}
      columns={[
        { title: "Name", cell: (key) => <KeyName subject={key} /> },
        { title: "Key", cell: (key) => <code>{key.display}</code> },
        { title: "Status", cell: (key) => <Status subject={key} /> },
        {
          title: "Last used",
          cell: ({ lastUsedDay }) =>
            lastUsedDay === null ? (
              <span class="faint">never</span>
            ) : (
              <time dateTime={lastUsedDay} title={`${lastUsedDay}, UTC`}>
                {aboutDay(lastUsedDay)}
              </time>
            ),
        },
        { title: "Created", cell: (key) => <Time atMs={key.createdAtMs} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (key) => [
            <ButtonLink
              key="requests"
              size="small"
              kind="quiet"
              label={`Requests of ${key.name}`}
              href={`#/requests?key=${key.id}&mode=${key.kind === "test" ? "test" : "live"}`}
            >
              Requests
            </ButtonLink>,
            ...actionsOf(key).map((action) => (
              <Button
                key={action}
                size="small"
                kind="quiet"
                label={`${names[action]} ${key.name}`}
                disabled={action === "rotate" && key.successorId !== null}
                onClick={() => onAction(action, key)}
              >
                {names[action]}
              </Button>
            )),
          ],
        },
      ]}
    />
  );
}

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
  const { name, kind, allowedOrigins, requireChallenge, allowSeveralFaces, requirePassiveLiveness, threshold } =
    subject;
  const demands = [
    requireChallenge && "a live challenge",
    requirePassiveLiveness && "the passive liveness check",
    !allowSeveralFaces && "one face a photo",
    threshold !== null && `a similarity of ${threshold}`,
  ].filter(Boolean);
  const asks = demands.length > 0 ? `, requires ${demands.join(" and ")}` : "";
  const whatFor = {
    private: `private${asks}`,
    public: `public, from ${allowedOrigins.join(", ")}`,
    test: "test: no photo analyzed, nothing billed",
  }[kind];
  const bounds = boundsText(subject);
  return (
    <div class="two-lines">
      <span class="strong">{name}</span>
      <span class="faint">{bounds === "" ? whatFor : `${whatFor}; ${bounds}`}</span>
    </div>
  );
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
