import type { OidcClient } from "@selfsame/server/api/v3/schemas/oidc-clients";
import { may } from "../../../state/session.ts";
import { Badge } from "../../../ui/parts.tsx";
import { RowActions } from "../../../ui/row-actions.tsx";
import { Table } from "../../../ui/table.tsx";
import { Breakable } from "../../../ui/words/breakable.tsx";
import { Time } from "../../../ui/words/time.tsx";

export type ClientAction = "edit" | "rotate" | "delete";

interface ClientTableProps {
  readonly clients: readonly OidcClient[];
  readonly onAction: (action: ClientAction, client: OidcClient) => void;
}

export function ClientTable({ clients, onAction }: ClientTableProps) {
  return (
    <Table
      caption="OpenID Connect clients"
      rows={clients}
      id={({ id }) => id}
      columns={[
        { title: "Client", cell: (client) => <ClientName subject={client} /> },
        { title: "Redirect URIs", cell: ({ redirect_uris }) => <Addresses of={redirect_uris} /> },
        { title: "Authenticates by", cell: (client) => <Authentication subject={client} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (client) => may("admin") && <RowActions subject={client.name} more={actionsOf(client, onAction)} />,
        },
      ]}
    />
  );
}

const actionsOf = (client: OidcClient, onAction: ClientTableProps["onAction"]) => [
  { text: "Edit", label: `Edit ${client.name}`, run: () => onAction("edit", client) },
  ...(client.authentication === "secret"
    ? [{ text: "Rotate secret", label: `Rotate the secret of ${client.name}`, run: () => onAction("rotate", client) }]
    : []),
  { text: "Delete", label: `Delete ${client.name}`, danger: true, run: () => onAction("delete", client) },
];

function ClientName({ subject: { id, name, test } }: { readonly subject: OidcClient }) {
  return (
    <div class="two-lines">
      <span class="strong">
        {name} {test && <Badge tone="accent">test</Badge>}
      </span>
      <code class="faint">{id}</code>
    </div>
  );
}

function Addresses({ of }: { readonly of: readonly string[] }) {
  return (
    <div class="two-lines">
      {of.map((address) => (
        <span key={address} class="address">
          <Breakable text={address} />
        </span>
      ))}
    </div>
  );
}

function Authentication({ subject }: { readonly subject: OidcClient }) {
  const { authentication, par_required, old_secret_until } = subject;
  const isOverlapping = old_secret_until !== null && Date.parse(old_secret_until) > Date.now();
  return (
    <div class="two-lines">
      <span>{authentication === "secret" ? "Client secret" : "Signed assertion"}</span>
      {par_required && <span class="faint">pushed requests only</span>}
      {isOverlapping && (
        <span class="faint">
          old secret until <Time at={old_secret_until} />
        </span>
      )}
    </div>
  );
}
