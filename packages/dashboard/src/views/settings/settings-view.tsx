import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { route } from "../../state/route.ts";
import { may, me } from "../../state/session.ts";
import { type TeamSettingsProps, useTeamSettings } from "../../state/setting.ts";
import { PageHead } from "../../ui/parts.tsx";
import { AuditPanel } from "./audit-panel.tsx";
import { BrandingPanel } from "./branding/branding-panel.tsx";
import { ConsentTextsPanel } from "./branding/consent-texts-panel.tsx";
import { DeletePanel } from "./danger/delete-panel.tsx";
import { LeavePanel } from "./danger/leave-panel.tsx";
import { EvidencePanel } from "./evidence/evidence-panel.tsx";
import { FactorsPanel } from "./factors/factors-panel.tsx";
import { OidcClientsPanel } from "./oidc/clients-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { ProfilePanel } from "./profile-panel.tsx";
import { SignInsPanel } from "./sign-ins-panel.tsx";
import { generalChoices, trustChoices } from "./team/choice-panels.tsx";
import { NamePanel } from "./team/name-panel.tsx";
import { PeoplePanel } from "./team/people-panel.tsx";
import { RetentionPanel } from "./team/retention-panel.tsx";
import { ReviewSettingsPanel } from "./team/review-panel.tsx";
import { generalSwitches, SecondFactorPanel } from "./team/switch-panels.tsx";
import { RegistrationsPanel } from "./registrations-panel.tsx";
import { TrustPanel } from "./trust-panel.tsx";
import { ReviewMailPanel } from "./review-mail-panel.tsx";
import { ThemePanel } from "./theme-panel.tsx";

interface Section {
  /** Second part of the section's address. */
  readonly path: string;
  readonly title: string;
  readonly of: "you" | "team" | "danger";
  /** Default: viewer. */
  readonly needs?: Role;
  /** Whether a panel shows settings of the team. They are requested once for all panels. */
  readonly settings?: boolean;
  readonly panels: readonly ComponentType<TeamSettingsProps>[];
}

const sections: readonly Section[] = [
  { path: "", title: "Profile", of: "you", panels: [ProfilePanel, ReviewMailPanel, ThemePanel] },
  { path: "sign-in", title: "Password and passkeys", of: "you", panels: [PasswordPanel, () => <FactorsPanel />] },
  { path: "sign-ins", title: "Sign-ins", of: "you", panels: [SignInsPanel] },
  {
    path: "team",
    title: "General",
    of: "team",
    settings: true,
    panels: [
      NamePanel,
      PeoplePanel,
      SecondFactorPanel,
      ReviewSettingsPanel,
      ...generalSwitches,
      ...generalChoices,
      RetentionPanel,
    ],
  },
  { path: "branding", title: "Branding", of: "team", panels: [BrandingPanel, ConsentTextsPanel] },
  {
    path: "trust",
    title: "Trust anchors",
    of: "team",
    settings: true,
    panels: [TrustPanel, ...trustChoices, RegistrationsPanel],
  },
  { path: "evidence", title: "Sealed evidence", of: "team", settings: true, panels: [EvidencePanel] },
  { path: "oidc", title: "OpenID Connect clients", of: "team", panels: [OidcClientsPanel] },
  { path: "audit", title: "Audit log", of: "team", needs: "admin", panels: [AuditPanel] },
  { path: "danger", title: "Leave or delete", of: "danger", panels: [LeavePanel, DeletePanel] },
];

/** Settings of the person, settings of the team, and actions that cannot be undone, each on its own page. */
export function SettingsView() {
  const [, path = ""] = route.value.path;
  const mine = sections.filter(({ needs = "viewer" }) => may(needs));
  const section = mine.find((one) => one.path === path) ?? mine[0];
  useEffect(() => window.scrollTo(0, 0), [path]);
  const groups = [
    { of: "you", title: "You" },
    { of: "team", title: me.value?.account.name ?? "Team" },
    { of: "danger", title: "Danger zone" },
  ] as const;
  return (
    <>
      <PageHead title="Settings" />
      <div class="settings">
        <nav class="settings-nav" aria-label="Settings">
          {groups.map(({ of, title }) => (
            <section key={of}>
              <h2 title={title}>{title}</h2>
              {mine
                .filter((one) => one.of === of)
                .map((one) => (
                  <a
                    key={one.path}
                    href={`#/settings${one.path && `/${one.path}`}`}
                    aria-current={one === section ? "page" : undefined}
                  >
                    {one.title}
                  </a>
                ))}
            </section>
          ))}
        </nav>
        {section && <Panels key={section.path} section={section} />}
      </div>
    </>
  );
}

function Panels({ section: { panels, settings = false } }: { readonly section: Section }) {
  const team = useTeamSettings(settings);
  return (
    <div>
      {panels.map((Shown, index) => (
        <Shown key={index} team={team} />
      ))}
    </div>
  );
}
