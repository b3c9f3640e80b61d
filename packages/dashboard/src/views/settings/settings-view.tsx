import { may } from "../../state/session.ts";
import { PageHead } from "../../ui/parts.tsx";
import { AuditPanel } from "./audit-panel.tsx";
import { BrandingPanel } from "./branding/branding-panel.tsx";
import { DeletePanel } from "./delete-panel.tsx";
import { FactorsPanel } from "./factors/factors-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { ThemePanel } from "./theme-panel.tsx";

export function SettingsView() {
  return (
    <>
      <PageHead title="Settings" lead="Branding, sign-in methods, active sign-ins and your team's audit log." />
      <ThemePanel />
      <BrandingPanel />
      <PasswordPanel />
      <FactorsPanel />
      <SessionsPanel />
      {may("admin") && <AuditPanel />}
      <DeletePanel />
    </>
  );
}
