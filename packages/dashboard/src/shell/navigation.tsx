import { pathTo } from "@selfsame/verify-page/here/service-path";
import { route } from "../state/route.ts";
import { isOperator, me } from "../state/session.ts";
import { BackIcon, HealthIcon, MoreIcon, SearchIcon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { paletteKeys } from "./keyboard.ts";
import { ModeSwitch } from "./mode-switch.tsx";
import { signOutNow } from "./sign-out.ts";
import { TeamSwitcher } from "./team-switcher.tsx";
import { currentView, myViews, viewGroups } from "./views.ts";
import type { View } from "./views.ts";

export function Brand() {
  return (
    <a class="brand" href="#/">
      <img src={pathTo("/icon.svg")} alt="" width="20" height="20" />
      Selfsame
    </a>
  );
}

interface NavigationProps {
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

export function Navigation({ onSearch, onShortcuts }: NavigationProps) {
  const isService = currentView()?.operatorsOnly === true;
  return (
    <aside class="side">
      <Brand />
      <TeamSwitcher />
      <button type="button" class="search-button" onClick={onSearch}>
        <SearchIcon />
        <span>Go to…</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      {isService ? <ServiceViews /> : <TeamViews />}
      <UserMenu onShortcuts={onShortcuts} />
    </aside>
  );
}

function TeamViews() {
  const all = myViews().filter((view) => !view.operatorsOnly);
  return (
    <>
      <ModeSwitch />
      <nav aria-label="Dashboard">
        <ViewList views={all.filter(({ group }) => group === undefined)} />
        {viewGroups.map((group) => (
          <ViewGroup key={group} title={group} views={all.filter((view) => view.group === group)} />
        ))}
        {isOperator.value && (
          <ul class="side-list side-turn">
            <li>
              <a class="side-link" href="#/accounts">
                <HealthIcon />
                Service
              </a>
            </li>
          </ul>
        )}
      </nav>
    </>
  );
}

/** Views for operators, about the whole service. They replace the team's views, because they serve another task and do not fit beside them. */
function ServiceViews() {
  return (
    <nav aria-label="Dashboard">
      <ul class="side-list">
        <li>
          <a class="side-link" href="#/">
            <BackIcon />
            <span class="side-team">{me.value?.account.name || "Your team"}</span>
          </a>
        </li>
      </ul>
      <ViewGroup title="Service" views={myViews().filter((view) => view.operatorsOnly)} />
    </nav>
  );
}

function ViewGroup({ title, views }: { readonly title: string; readonly views: readonly View[] }) {
  if (views.length === 0) return null;
  return (
    <>
      <h2 class="side-title">{title}</h2>
      <ViewList views={views} />
    </>
  );
}

function ViewList({ views }: { readonly views: readonly View[] }) {
  const [current = ""] = route.value.path;
  return (
    <ul class="side-list">
      {views.map(({ path, title, icon: Icon, badge: Waiting }) => (
        <li key={path}>
          <a class="side-link" href={`#/${path}`} aria-current={path === current ? "page" : undefined}>
            <Icon />
            {title}
            {Waiting && <Waiting />}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The menu of the person who is signed in. */
function UserMenu({ onShortcuts }: Pick<NavigationProps, "onShortcuts">) {
  const email = me.value?.user.email ?? "";
  return (
    <div class="side-foot">
      <Menu
        label={`Menu of ${email}`}
        className="user-button"
        actions={[
          { text: "Your profile", run: { href: "#/settings" } },
          { text: "Password and passkeys", run: { href: "#/settings/sign-in" } },
          { text: "Keyboard shortcuts", run: onShortcuts },
          { text: "Guide", run: { href: pathTo("/docs/guide") } },
          { text: "API reference", run: { href: pathTo("/docs") } },
          { text: "Sign out", run: () => void signOutNow() },
        ]}
      >
        <span class="who-name">{email}</span>
        <MoreIcon />
      </Menu>
    </div>
  );
}
