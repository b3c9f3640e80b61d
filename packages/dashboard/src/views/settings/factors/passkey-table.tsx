import type { Passkey } from "@selfsame/server/api/dashboard/answers/sign-in";
import { RowActions } from "../../../ui/row-actions.tsx";
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
            <RowActions
              subject={passkey.name}
              first={{ text: "Rename", label: `Rename ${passkey.name}`, run: () => onAction("rename", passkey) }}
              more={[
                {
                  text: "Remove",
                  label: `Remove ${passkey.name}`,
                  danger: true,
                  run: () => onAction("remove", passkey),
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}
