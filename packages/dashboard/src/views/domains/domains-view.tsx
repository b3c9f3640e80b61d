import { PageHead } from "../../ui/parts.tsx";
import { HostsPanel } from "./hosts-panel.tsx";
import { OriginsPanel } from "./origins-panel.tsx";

export function DomainsView() {
  return (
    <>
      <PageHead
        title="Domains and origins"
        lead="Where photos may come from, and which web pages may use your public keys."
      />
      <HostsPanel />
      <OriginsPanel />
    </>
  );
}
