import type { ComponentType } from "preact";
import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { mode } from "../state/mode.ts";
import { askAhead } from "../state/resource.ts";
import { route } from "../state/route.ts";
import { isOperator, may, me } from "../state/session.ts";
import { teamSettingsPath } from "../state/setting.ts";
import { pathShown } from "../ui/list/server-list.ts";
import { batchList, batchPath } from "../views/batches/batch-list.ts";
import { activeKeysPath, keysPath } from "../views/keys/keys-path.ts";
import { domainsPath } from "../views/domains/domains-path.ts";
import { requestList } from "../views/requests/request-list.ts";
import { brandingPath, consentTextsPath } from "../views/settings/branding/branding-path.ts";
import { registrationsPath } from "../views/settings/registrations-path.ts";
import { oidcClientsPath } from "../views/settings/oidc/oidc-clients-path.ts";
import { trustAnchorsPath } from "../views/settings/trust-anchors-path.ts";
import { readChoice, usagePath } from "../views/usage/choices.ts";
import { reviewList } from "../views/reviews/review-list.ts";
import { WaitingBadge } from "../views/reviews/waiting.tsx";
import { sessionAsks } from "../views/verifications/session-list.ts";
import { webhookAsks } from "../views/webhooks/webhook-lists.ts";
import { overviewPath, OverviewView } from "../views/overview/overview-view.tsx";
import {
  AccountsIcon,
  AuditIcon,
  BatchesIcon,
  DomainsIcon,
  HealthIcon,
  KeyIcon,
  LimitsIcon,
  ModelsIcon,
  OverviewIcon,
  PlansIcon,
  PlaygroundIcon,
  PersonIcon,
  RequestsIcon,
  ReviewsIcon,
  SessionsIcon,
  SettingsIcon,
  ThresholdIcon,
  TeamIcon,
  UsageIcon,
  WebhooksIcon,
} from "../ui/icons.tsx";

/** In the order of the navigation. */
export const viewGroups = ["Verification", "Integration", "Account"] as const;
type ViewGroup = (typeof viewGroups)[number];

export interface View {
  /** First part of the view's address. */
  readonly path: string;
  readonly title: string;
  readonly icon: ComponentType;
  /** The letter pressed after `g`. */
  readonly letter: string;
  /** Group in the navigation. Default: no group. */
  readonly group?: ViewGroup;
  readonly operatorsOnly?: boolean;
  /** The lowest role that can use the view. Default: viewer. */
  readonly needs?: Role;
  /** Whether the view shows either live or test data, as the mode switch is set. */
  readonly byMode?: boolean;
  /** Shown beside the title in the navigation: the number of items that wait. */
  readonly badge?: ComponentType;
  /** API paths of the view's first requests, as far as its address determines them. They are requested while its script loads. */
  readonly asks?: () => readonly string[];
  /** The first view is part of the page's script; the others are loaded when first opened. */
  readonly load: () => Promise<ComponentType>;
}

/** By section of the settings. The audit log is left out: only admins may read it, and the role is not known yet. */
const settingsAsks: Readonly<Record<string, readonly string[]>> = {
  "sign-in": ["/factors"],
  "sign-ins": ["/sessions"],
  team: [teamSettingsPath],
  branding: [brandingPath, consentTextsPath],
  trust: [trustAnchorsPath, teamSettingsPath, registrationsPath],
  evidence: [teamSettingsPath],
  oidc: [oidcClientsPath],
};
const settingsAsk = (): readonly string[] => settingsAsks[route.value.path[1] ?? ""] ?? [];

const views: readonly View[] = [
  {
    path: "",
    title: "Overview",
    icon: OverviewIcon,
    letter: "o",
    byMode: true,
    asks: () => [overviewPath()],
    load: async () => OverviewView,
  },
  {
    path: "playground",
    title: "Playground",
    group: "Integration",
    icon: PlaygroundIcon,
    letter: "p",
    needs: "developer",
    load: async () => (await import("../views/playground/playground-view.tsx")).PlaygroundView,
  },
  {
    path: "keys",
    title: "Keys",
    group: "Integration",
    icon: KeyIcon,
    letter: "k",
    asks: () => [route.value.query.get("show") === "all" ? keysPath : activeKeysPath],
    load: async () => (await import("../views/keys/keys-view.tsx")).KeysView,
  },
  {
    path: "verifications",
    title: "Sessions",
    group: "Verification",
    icon: SessionsIcon,
    letter: "v",
    byMode: true,
    asks: () => sessionAsks(route.value.path[1], route.value.path[2]),
    load: async () => (await import("../views/verifications/verifications-view.tsx")).VerificationsView,
  },
  {
    path: "reviews",
    title: "Reviews",
    group: "Verification",
    icon: ReviewsIcon,
    letter: "j",
    needs: "reviewer",
    byMode: true,
    badge: WaitingBadge,
    asks: () => [pathShown(reviewList())],
    load: async () => (await import("../views/reviews/reviews-view.tsx")).ReviewsView,
  },
  {
    path: "batches",
    title: "Batches",
    group: "Verification",
    icon: BatchesIcon,
    letter: "b",
    asks: () => {
      const [, id] = route.value.path;
      return id === undefined ? [pathShown(batchList), keysPath] : [batchPath(id)];
    },
    load: async () => (await import("../views/batches/batches-view.tsx")).BatchesView,
  },
  {
    path: "webhooks",
    title: "Webhooks",
    group: "Integration",
    icon: WebhooksIcon,
    letter: "w",
    asks: () => webhookAsks(route.value.path[1]),
    load: async () => (await import("../views/webhooks/webhooks-view.tsx")).WebhooksView,
  },
  {
    path: "usage",
    title: "Usage",
    group: "Account",
    icon: UsageIcon,
    letter: "u",
    byMode: true,
    asks: () => [usagePath(readChoice(route.value.query, mode.value), Date.now()), keysPath],
    load: async () => (await import("../views/usage/usage-view.tsx")).UsageView,
  },
  {
    path: "requests",
    title: "Requests",
    group: "Verification",
    icon: RequestsIcon,
    letter: "r",
    byMode: true,
    asks: () => [pathShown(requestList()), keysPath],
    load: async () => (await import("../views/requests/requests-view.tsx")).RequestsView,
  },
  {
    path: "threshold",
    title: "Threshold",
    group: "Integration",
    icon: ThresholdIcon,
    letter: "t",
    asks: () => ["/thresholds", teamSettingsPath, activeKeysPath],
    load: async () => (await import("../views/threshold/threshold-view.tsx")).ThresholdView,
  },
  {
    path: "limits",
    title: "Limits",
    group: "Account",
    icon: LimitsIcon,
    letter: "l",
    asks: () => ["/limits", activeKeysPath],
    load: async () => (await import("../views/limits/limits-view.tsx")).LimitsView,
  },
  {
    path: "domains",
    title: "Domains and origins",
    group: "Integration",
    icon: DomainsIcon,
    letter: "d",
    asks: () => [domainsPath, activeKeysPath],
    load: async () => (await import("../views/domains/domains-view.tsx")).DomainsView,
  },
  {
    path: "team",
    title: "Team",
    group: "Account",
    icon: TeamIcon,
    letter: "i",
    asks: () => (route.value.path.length > 1 ? [] : ["/members"]),
    load: async () => (await import("../views/team/team-view.tsx")).TeamView,
  },
  {
    path: "settings",
    title: "Settings",
    group: "Account",
    icon: SettingsIcon,
    letter: "s",
    asks: settingsAsk,
    load: async () => (await import("../views/settings/settings-view.tsx")).SettingsView,
  },
  {
    path: "accounts",
    title: "Accounts",
    icon: AccountsIcon,
    letter: "a",
    operatorsOnly: true,
    asks: () => ["/accounts", "/plans"],
    load: async () => (await import("../views/accounts/accounts-view.tsx")).AccountsView,
  },
  {
    path: "people",
    title: "People",
    icon: PersonIcon,
    letter: "e",
    operatorsOnly: true,
    asks: () => ["/people"],
    load: async () => (await import("../views/people/people-view.tsx")).PeopleView,
  },
  {
    path: "plans",
    title: "Plans",
    icon: PlansIcon,
    letter: "n",
    operatorsOnly: true,
    asks: () => ["/plans", "/accounts"],
    load: async () => (await import("../views/plans/plans-view.tsx")).PlansView,
  },
  {
    path: "models",
    title: "Models",
    icon: ModelsIcon,
    letter: "m",
    operatorsOnly: true,
    asks: () => ["/models"],
    load: async () => (await import("../views/models/models-view.tsx")).ModelsView,
  },
  {
    path: "audit",
    title: "Audit log",
    icon: AuditIcon,
    letter: "c",
    operatorsOnly: true,
    load: async () => (await import("../views/audit/audit-view.tsx")).AuditView,
  },
  {
    path: "health",
    title: "Health",
    icon: HealthIcon,
    letter: "h",
    operatorsOnly: true,
    asks: () => ["/health"],
    load: async () => (await import("../views/health/health-view.tsx")).HealthView,
  },
];

/** The views that the person who is signed in may use. */
export const myViews = (): readonly View[] =>
  views.filter(({ operatorsOnly, needs }) => (operatorsOnly ? isOperator.value : may(needs ?? "viewer")));

/** Called before the server has returned who is signed in, so it requests nothing for views that only operators may use. */
export function askForFirstView(): void {
  const [path = ""] = route.value.path;
  const view = views.find((one) => one.path === path);
  if (!view) return;
  view.load().catch(() => {});
  if (!view.operatorsOnly) askAhead(view.asks?.() ?? []);
}

/** Chooses the view for an empty address: the review queue for reviewers, the overview for others. */
export function arrive(): void {
  const { path, query } = route.value;
  if (path.length === 0 && query.size === 0 && me.value?.role === "reviewer") location.replace("#/reviews");
}

/** The view of the current address; undefined if there is none. */
export function currentView(): View | undefined {
  const [path = ""] = route.value.path;
  return myViews().find((view) => view.path === path);
}
