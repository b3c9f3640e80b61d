import type { Key } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { aboutDay } from "../../ui/times.ts";

export type KeyAction = "edit" | "rotate" | "revoke";

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
          cell: (key) =>
            key.status === "active" && (
              <>
                {(["edit", "rotate", "revoke"] as const).map((action) => (
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
                ))}
              </>
            ),
        },
      ]}
    />
  );
}

const names: Readonly<Record<KeyAction, string>> = { edit: "Edit", rotate: "Rotate", revoke: "Revoke" };

function KeyName({ subject: { name, kind, allowedOrigins } }: { readonly subject: Key }) {
  return (
    <div class="two-lines">
      <span class="strong">{name}</span>
      <span class="faint">{kind === "private" ? "private" : `public, from ${allowedOrigins.join(", ")}`}</span>
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
