import { useState } from "preact/hooks";
import type { Key, Keys } from "@selfsame/server/api/v3/schemas/keys";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { EditKeyDialog } from "../keys/edit-key-dialog.tsx";
import { activeKeysPath } from "../keys/keys-path.ts";

export function OriginsPanel() {
  const keys = useResource<Keys>(activeKeysPath);
  const [edited, setEdited] = useState<Key>();
  return (
    <Panel
      title="Origins"
      lead="A public key works only on pages of its origins. Browsers report a page's origin; a page cannot fake it."
    >
      <Loaded from={keys} lines={3}>
        {(data) => {
          const rows = data.keys.filter(({ kind }) => kind === "public");
          if (rows.length === 0) {
            return (
              <Empty title="No public key">
                <p>A web page that runs live challenges needs one.</p>
                {may("developer") && <ButtonLink href="#/keys?new=public">Create a public key</ButtonLink>}
              </Empty>
            );
          }
          return (
            <Table
              caption="Public keys and their origins"
              rows={rows}
              id={({ id }) => id}
              columns={[
                { title: "Key", cell: ({ name }) => <span class="strong">{name}</span> },
                {
                  title: "Origins",
                  cell: ({ allowed_origins }) => (
                    <span class="code-lines">
                      {allowed_origins.map((origin) => (
                        <code key={origin}>{origin}</code>
                      ))}
                    </span>
                  ),
                },
                {
                  title: "Actions",
                  kind: "actions",
                  cell: (key) =>
                    may("developer") && (
                      <Button
                        size="small"
                        kind="quiet"
                        label={`Edit the origins of ${key.name}`}
                        onClick={() => setEdited(key)}
                      >
                        Edit
                      </Button>
                    ),
                },
              ]}
            />
          );
        }}
      </Loaded>
      {edited && (
        <EditKeyDialog subject={edited} onClose={() => setEdited(undefined)} onChanged={() => void keys.reload()} />
      )}
    </Panel>
  );
}
