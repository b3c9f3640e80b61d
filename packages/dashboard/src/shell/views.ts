import type { ComponentType } from "preact";
import { OverviewView } from "../views/overview/overview-view.tsx";
import {
  AccountsIcon,
  BatchesIcon,
  DomainsIcon,
  HealthIcon,
  KeyIcon,
  LimitsIcon,
  ModelsIcon,
  OverviewIcon,
  PlansIcon,
  PlaygroundIcon,
  SettingsIcon,
  ThresholdIcon,
  UsageIcon,
  WebhooksIcon,
} from "../ui/icons.tsx";

export interface View {
  /** First part of its address. */
  readonly path: string;
  readonly title: string;
  readonly icon: ComponentType;
  /** Pressed after `g`. */
  readonly letter: string;
  readonly ownersOnly?: boolean;
  /** The first view comes with the page, the others when they are first wanted. */
  readonly load: () => Promise<ComponentType>;
}

const views: readonly View[] = [
  { path: "", title: "Overview", icon: OverviewIcon, letter: "o", load: async () => OverviewView },
  {
    path: "playground",
    title: "Playground",
    icon: PlaygroundIcon,
    letter: "p",
    load: async () => (await import("../views/playground/playground-view.tsx")).PlaygroundView,
  },
  {
    path: "keys",
    title: "Keys",
    icon: KeyIcon,
    letter: "k",
    load: async () => (await import("../views/keys/keys-view.tsx")).KeysView,
  },
  {
    path: "batches",
    title: "Batches",
    icon: BatchesIcon,
    letter: "b",
    load: async () => (await import("../views/batches/batches-view.tsx")).BatchesView,
  },
  {
    path: "webhooks",
    title: "Webhooks",
    icon: WebhooksIcon,
    letter: "w",
    load: async () => (await import("../views/webhooks/webhooks-view.tsx")).WebhooksView,
  },
  {
    path: "usage",
    title: "Usage",
    icon: UsageIcon,
    letter: "u",
    load: async () => (await import("../views/usage/usage-view.tsx")).UsageView,
  },
  {
    path: "threshold",
    title: "Threshold",
    icon: ThresholdIcon,
    letter: "t",
    load: async () => (await import("../views/threshold/threshold-view.tsx")).ThresholdView,
  },
  {
    path: "limits",
    title: "Limits",
    icon: LimitsIcon,
    letter: "l",
    load: async () => (await import("../views/limits/limits-view.tsx")).LimitsView,
  },
  {
    path: "domains",
    title: "Domains and origins",
    icon: DomainsIcon,
    letter: "d",
    load: async () => (await import("../views/domains/domains-view.tsx")).DomainsView,
  },
  {
    path: "settings",
    title: "Settings",
    icon: SettingsIcon,
    letter: "s",
    load: async () => (await import("../views/settings/settings-view.tsx")).SettingsView,
  },
  {
    path: "accounts",
    title: "Accounts",
    icon: AccountsIcon,
    letter: "a",
    ownersOnly: true,
    load: async () => (await import("../views/accounts/accounts-view.tsx")).AccountsView,
  },
  {
    path: "plans",
    title: "Plans",
    icon: PlansIcon,
    letter: "n",
    ownersOnly: true,
    load: async () => (await import("../views/plans/plans-view.tsx")).PlansView,
  },
  {
    path: "models",
    title: "Models",
    icon: ModelsIcon,
    letter: "m",
    ownersOnly: true,
    load: async () => (await import("../views/models/models-view.tsx")).ModelsView,
  },
  {
    path: "health",
    title: "Health",
    icon: HealthIcon,
    letter: "h",
    ownersOnly: true,
    load: async () => (await import("../views/health/health-view.tsx")).HealthView,
  },
];

export const viewsFor = (owner: boolean): readonly View[] => views.filter((view) => owner || !view.ownersOnly);
