import type { Domains } from "@selfsame/server/api/v3/schemas/domains";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Empty } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

interface HostTableProps {
  readonly domains: Domains;
  readonly onRemove: (host: string) => void;
}

export function HostTable({ domains, onRemove }: HostTableProps) {
  const rows = [
    ...domains.domains.map((host) => ({ host, own: true })),
    ...domains.installation.map((host) => ({ host, own: false })),
  ];
  if (rows.length === 0) {
    return (
      <Empty title="No host is allowed">
        <p>Requests with photo URLs fail until you add their host.</p>
      </Empty>
    );
  }
  return (
    <Table
      caption="Allowed hosts"
      rows={rows}
      id={({ host, own }) => `${host} ${own}`}
      columns={[
        { title: "Host", cell: ({ host }) => <code>{host}</code> },
        {
          title: "Allowed",
          cell: ({ own }) =>
            own ? "for your team" : <span class="faint">for every account, by the service’s settings</span>,
        },
        {
          title: "Actions",
          kind: "actions",
          cell: ({ host, own }) =>
            own &&
            may("developer") && (
              <Button size="small" kind="quiet" label={`Remove ${host}`} onClick={() => onRemove(host)}>
                Remove
              </Button>
            ),
        },
      ]}
    />
  );
}
