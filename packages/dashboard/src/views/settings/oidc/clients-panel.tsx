import { useState } from "preact/hooks";
import type { MadeOidcClient, OidcClient, OidcClients } from "@selfsame/server/api/v3/schemas/oidc-clients";
import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Empty, Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { ClientDialog } from "./client-dialog.tsx";
import { ClientSecretDialog } from "./client-secret-dialog.tsx";
import { type ClientAction, ClientTable } from "./client-table.tsx";
import { DeleteClientDialog, RotateSecretDialog } from "./client-dialogs.tsx";
import { oidcClientsPath } from "./oidc-clients-path.ts";

type Opened = { readonly action: "add" } | { readonly action: ClientAction; readonly client: OidcClient };

export function OidcClientsPanel() {
  const clients = useResource<OidcClients>(oidcClientsPath);
  const [opened, setOpened] = useState<Opened>();
  const [made, setMade] = useState<MadeOidcClient>();
  const close = () => setOpened(undefined);
  const reload = () => {
    close();
    void clients.reload();
  };
  const onMade = (answer: MadeOidcClient) => {
    setMade(answer);
    reload();
  };
  return (
    <Panel
      title="OpenID Connect clients"
      lead={
        <>
          Apps and identity providers that send people here for a face, as a step of their sign-in.{" "}
          <a href={pathTo("/docs/oidc")} target="_blank" rel="noreferrer">
            How it works
          </a>
        </>
      }
    >
      <Loaded from={clients} lines={3}>
        {(data) =>
          data.issuer === null ? (
            <Empty title="This service is no OpenID Connect provider">
              <p>
                The operator turns it on with <code>SELFSAME_OIDC=on</code>. Then you can add clients here.
              </p>
            </Empty>
          ) : (
            <>
              <Facts facts={[["Issuer", <Issuer key="issuer" address={data.issuer} />]]} />
              {may("admin") && (
                <div class="actions">
                  <Button kind="primary" onClick={() => setOpened({ action: "add" })}>
                    Add client
                  </Button>
                </div>
              )}
              <RoleHint needs="admin" to="change this" />
              {data.oidc_clients.length === 0 ? (
                <Empty title="No clients yet">
                  <p>Add a client for each app or identity provider: its redirect URIs, and how it authenticates.</p>
                </Empty>
              ) : (
                <ClientTable clients={data.oidc_clients} onAction={(action, client) => setOpened({ action, client })} />
              )}
            </>
          )
        }
      </Loaded>
      {opened?.action === "add" && <ClientDialog onMade={onMade} onChanged={reload} onClose={close} />}
      {opened?.action === "edit" && (
        <ClientDialog client={opened.client} onMade={onMade} onChanged={reload} onClose={close} />
      )}
      {opened?.action === "rotate" && <RotateSecretDialog client={opened.client} onMade={onMade} onClose={close} />}
      {opened?.action === "delete" && <DeleteClientDialog client={opened.client} onDeleted={reload} onClose={close} />}
      {made && <ClientSecretDialog made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  );
}

function Issuer({ address }: { readonly address: string }) {
  return (
    <>
      <code>{address}</code> <CopyButton text={address} what="the issuer" />
    </>
  );
}
