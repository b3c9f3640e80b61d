import { useDraft } from "../../state/drafts.ts";
import { request } from "../../api/request.ts";
import type { Domains } from "@selfsame/server/api/v3/schemas/domains";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { domainsPath } from "./domains-path.ts";
import { HostTable } from "./host-table.tsx";

/** Hosts that photos are downloaded from. */
export function HostsPanel() {
  const domains = useResource<Domains>(domainsPath);
  // Removing a host can be undone, so it needs no confirmation.
  const remove = (host: string) =>
    toastFailure(async () => {
      await request("DELETE", `${domainsPath}/${encodeURIComponent(host)}`);
      await domains.reload();
      toast(`${host} is removed.`);
    });
  return (
    <Panel
      title="Domains"
      lead="Photos that requests name by URL are downloaded from these hosts, and from no others: in version 2, in batches, and as reference_url of a session."
    >
      {may("developer") && <HostForm onAdded={domains.reload} />}
      <RoleHint needs="developer" to="change the hosts" />
      <Loaded from={domains} lines={3}>
        {(data) => <HostTable domains={data} onRemove={(host) => void remove(host)} />}
      </Loaded>
    </Panel>
  );
}

function HostForm({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const [host, setHost] = useDraft("domain", "domain", "");
  const add = async () => {
    const domain = host.trim();
    await request("POST", domainsPath, { domain });
    await onAdded();
    toast(`${domain} is allowed.`);
    setHost("");
  };
  return (
    <Form draft="domain" className="inline-form" submit="Add" fields={["domain"]} onSubmit={add}>
      {(problems) => (
        <TextField
          label="Host"
          value={host}
          onInput={setHost}
          problem={problems["domain"]}
          hint="A host, or *. in front for all its subdomains."
          input={{ required: true, placeholder: "photos.example.com", autocomplete: "off", spellcheck: false }}
        />
      )}
    </Form>
  );
}
