import { useState } from "preact/hooks";
import { useDraft } from "../../state/drafts.ts";
import { request } from "../../api/request.ts";
import type { Domains, Key } from "@selfsame/server/api/dashboard/answers/keys";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead, Panel } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { Table } from "../../ui/table.tsx";
import { EditKeyDialog } from "../keys/edit-key-dialog.tsx";

export function DomainsView() {
  return (
    <>
      <PageHead
        title="Domains and origins"
        lead="Where photos may come from, and which web pages may use your public keys."
      />
      <DomainsPanel />
      <OriginsPanel />
    </>
  );
}

function DomainsPanel() {
  const domains = useResource<Domains>("/domains");
  const [domain, setDomain] = useDraft("domain", "domain", "");
  const add = async (added: string) => {
    domains.put(await request<Domains>("POST", "/domains", { domain: added }));
  };
  // Removing can be undone, so it is not asked about.
  const remove = (removed: string) =>
    toastFailure(async () => {
      domains.put(await request<Domains>("DELETE", `/domains/${encodeURIComponent(removed)}`));
      toast(`${removed} is removed.`);
    });
  return (
    <Panel
      title="Domains"
      lead="Photos that requests name by URL are downloaded from these hosts, and from no others: in version 2, in batches, and as reference_url of a session."
    >
      {may("developer") && (
        <Form
          draft="domain"
          className="inline-form"
          submit="Add"
          fields={["domain"]}
          onSubmit={async () => {
            await add(domain.trim());
            toast(`${domain.trim()} is allowed.`);
            setDomain("");
          }}
        >
          {(problems) => (
            <TextField
              label="Host"
              value={domain}
              onInput={setDomain}
              problem={problems["domain"]}
              hint="A host, or *. in front for all its subdomains."
              input={{ required: true, placeholder: "photos.example.com", autocomplete: "off", spellcheck: false }}
            />
          )}
        </Form>
      )}
      <RoleHint needs="developer" to="change the hosts" />
      <Loaded from={domains} lines={3}>
        {(data) => {
          const rows = [
            ...data.domains.map((host) => ({ host, own: true })),
            ...data.global.map((host) => ({ host, own: false })),
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
                      <Button size="small" kind="quiet" label={`Remove ${host}`} onClick={() => void remove(host)}>
                        Remove
                      </Button>
                    ),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}

function OriginsPanel() {
  const keys = useResource<{ keys: readonly Key[] }>("/keys");
  const [edited, setEdited] = useState<Key>();
  return (
    <Panel
      title="Origins"
      lead="A public key works only on pages of its origins. Browsers report a page's origin; a page cannot fake it."
    >
      <Loaded from={keys} lines={3}>
        {(data) => {
          const rows = data.keys.filter(({ kind, status }) => kind === "public" && status === "active");
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
                  cell: ({ allowedOrigins }) => (
                    <span class="code-lines">
                      {allowedOrigins.map((origin) => (
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
