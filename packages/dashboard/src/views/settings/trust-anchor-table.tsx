import type { TrustAnchor } from "@selfsame/server/api/v3/schemas/trust-anchors";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Badge } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";

interface TrustAnchorTableProps {
  readonly anchors: readonly TrustAnchor[];
  readonly onRemove: (anchor: TrustAnchor) => void;
}

export function TrustAnchorTable({ anchors, onRemove }: TrustAnchorTableProps) {
  return (
    <Table
      caption="Trust anchors"
      rows={anchors}
      id={({ id, test }) => `${id} ${test}`}
      columns={[
        { title: "Authority", cell: (anchor) => <AuthorityName subject={anchor} /> },
        { title: "Country", cell: ({ country }) => country ?? "" },
        { title: "Expires", cell: ({ expires_at }) => <Time at={expires_at} /> },
        {
          title: "Actions",
          kind: "actions",
          cell: (anchor) =>
            may("admin") && (
              <Button
                size="small"
                kind="quiet"
                label={`Remove ${anchor.name ?? anchor.id}`}
                onClick={() => onRemove(anchor)}
              >
                Remove
              </Button>
            ),
        },
      ]}
    />
  );
}

function AuthorityName({ subject: { id, name, test } }: { readonly subject: TrustAnchor }) {
  return (
    <div class="two-lines">
      <span class="strong">
        {name ?? "without a name"} {test && <Badge>test keys</Badge>}
      </span>
      <code class="faint" title={id}>
        {id.slice(0, 16)}…
      </code>
    </div>
  );
}
