import type { Passkey } from "@selfsame/server/api/dashboard/answers/sign-in";
import { Button } from "../../../ui/forms/button.tsx";
import { Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/words/time.tsx";

export function PasskeyTable({
  passkeys,
  onAction,
}: {
  readonly passkeys: readonly Passkey[];
  readonly onAction: (action: "rename" | "remove", passkey: Passkey) => void;
}) {
  if (passkeys.length === 0) return <p class="faint">You have none yet.</p>;
  return (
    <Table
      caption="Passkeys"
      rows={passkeys}
      id={({ id }) => id}
      columns={[
        { title: "Name", cell: ({ name }) => <span class="strong">{name}</span> },
        { title: "Kept", cell: ({ backedUp }) => (backedUp ? "on your devices" : "on one device") },
        { title: "Added", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
        {
          title: "Last used",
          cell: ({ lastUsedAtMs }) =>
            lastUsedAtMs === null ? <span class="faint">never</span> : <Time atMs={lastUsedAtMs} />,
        },
        {
          title: "Actions",
          kind: "actions",
          cell: (passkey) => (
            <>
              <Button
                size="small"
                kind="quiet"
                label={`Rename ${passkey.name}`}
                onClick={() => onAction("rename", passkey)}
              >
                Rename
              </Button>
              <Button
                size="small"
                kind="quiet"
                label={`Remove ${passkey.name}`}
                onClick={() => onAction("remove", passkey)}
              >
                Remove
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}
