import { PageHead } from "../../ui/parts.tsx";

export function AccountsView() {
  return <PageHead title="Accounts" />;
}
