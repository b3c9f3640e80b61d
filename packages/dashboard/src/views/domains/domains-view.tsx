import { PageHead } from "../../ui/parts.tsx";

export function DomainsView() {
  return <PageHead title="Domains" />;
}
