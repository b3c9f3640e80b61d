import { PageHead } from "../../ui/parts.tsx";

export function SettingsView() {
  return <PageHead title="Settings" />;
}
