import { useState } from "preact/hooks";
import type { SignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { request } from "../../../api/request.ts";
import { toast, toastFailure } from "../../../state/toasts.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { RowActions } from "../../../ui/row-actions.tsx";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";
import { Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/words/time.tsx";

type EmailDomain = SignOn["domains"][number];

interface DomainsPanelProps {
  readonly domains: readonly EmailDomain[];
  readonly onChanged: (answer: SignOn) => void;
}

const pathOf = (domain: string): string => `/sign-on/domains/${encodeURIComponent(domain)}`;

/** E-mail domains for which the team's provider may sign people in. */
export function DomainsPanel({ domains, onChanged }: DomainsPanelProps) {
  const [domain, setDomain] = useState("");
  const [removed, setRemoved] = useState<string>();
  const claim = async () => {
    onChanged(await request<SignOn>("POST", "/sign-on/domains", { domain: domain.trim() }));
    setDomain("");
  };
  const check = (domain: string) =>
    toastFailure(async () => {
      onChanged(await request<SignOn>("POST", `${pathOf(domain)}/check`));
      toast(`${domain} is proven to be yours.`);
    });
  return (
    <Panel
      title="E-mail domains"
      lead="The provider may sign on only people with e-mail addresses of these domains. Verify a domain with a TXT record in its DNS, and keep the record: it is checked daily."
    >
      <Form className="inline-form" submit="Claim" fields={["domain"]} onSubmit={claim}>
        {(problems) => (
          <TextField
            label="Domain"
            value={domain}
            onInput={setDomain}
            problem={problems["domain"]}
            hint="The part after the @."
            input={{ required: true, placeholder: "example.com", autocomplete: "off", spellcheck: false }}
          />
        )}
      </Form>
      {domains.length > 0 && (
        <Table
          caption="E-mail domains"
          rows={domains}
          id={({ domain }) => domain}
          columns={[
            { title: "Domain", cell: ({ domain }) => <span class="strong">{domain}</span> },
            {
              title: "Status",
              cell: (row) => <DomainStatus row={row} />,
            },
            { title: "TXT record", cell: (row) => !isGood(row) && <RecordCell record={row.record} /> },
            {
              title: "Actions",
              kind: "actions",
              cell: ({ domain, ...row }) => (
                <RowActions
                  subject={domain}
                  first={
                    isGood(row) ? undefined : { text: "Check", label: `Check ${domain}`, run: () => void check(domain) }
                  }
                  more={[{ text: "Remove", label: `Remove ${domain}`, danger: true, run: () => setRemoved(domain) }]}
                />
              ),
            },
          ]}
        />
      )}
      {removed !== undefined && (
        <Confirm
          title={`Remove ${removed}?`}
          action="Remove"
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => onChanged(await request<SignOn>("DELETE", pathOf(removed)))}
        >
          <p>People of this domain can no longer use single sign-on. Those with a password sign in with it.</p>
        </Confirm>
      )}
    </Panel>
  );
}

const isGood = ({ verifiedAtMs, endsAtMs }: Pick<EmailDomain, "verifiedAtMs" | "endsAtMs">): boolean =>
  verifiedAtMs !== null && endsAtMs === null;

function DomainStatus({ row: { verifiedAtMs, endsAtMs } }: { readonly row: EmailDomain }) {
  if (verifiedAtMs === null) return <Badge tone="warn">not proven</Badge>;
  if (endsAtMs === null) return <Badge tone="good">proven</Badge>;
  return (
    <div class="two-lines">
      <Badge tone="warn">record missing</Badge>
      <span class="faint">
        unproven from <Time atMs={endsAtMs} />
      </span>
    </div>
  );
}

function RecordCell({ record: { name, value } }: Pick<EmailDomain, "record">) {
  return (
    <span class="record">
      <code>{name}</code>
      <code>{value}</code>
      <CopyButton text={value} what={`the record's value for ${name}`} />
    </span>
  );
}
