import { pathTo } from "@selfsame/verify-page/here/service-path";
import { route } from "../state/route.ts";
import { me } from "../state/session.ts";
import { DocsIcon, SearchIcon } from "../ui/icons.tsx";
import { paletteKeys } from "./keyboard.ts";
import { ModeSwitch } from "./mode-switch.tsx";
import { signOutNow } from "./sign-out.ts";
import { TeamSwitcher } from "./team-switcher.tsx";
import { myViews } from "./views.ts";
import type { View } from "./views.ts";

export function Brand() {
  return (
    <a class="brand" href="#/">
      <img src={pathTo("/icon.svg")} alt="" width="20" height="20" />
      Selfsame
    </a>
  );
}

export function Navigation({ onSearch }: { readonly onSearch: () => void }) {
  const all = myViews();
  const service = all.filter((view) => view.operatorsOnly);
  return (
    <aside class="side">
      <Brand />
      <TeamSwitcher />
      <button type="button" class="search-button" onClick={onSearch}>
        <SearchIcon />
        <span>Go to…</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      <ModeSwitch />
      <nav aria-label="Dashboard">
        <ViewList views={all.filter((view) => !view.operatorsOnly)} />
        {service.length > 0 && (
          <>
            <h2 class="side-title">Service</h2>
            <ViewList views={service} />
          </>
        )}
      </nav>
      <div class="side-foot">
        <a class="side-link" href={pathTo("/docs/guide")}>
          <DocsIcon />
          Guide
        </a>
        <div class="who">
          <span class="who-name" title={me.value?.user.email ?? ""}>
            {me.value?.user.email}
          </span>
          <button type="button" class="button quiet small" onClick={() => void signOutNow()}>
            Sign out
          </button>
        </div>
      </div>
    </aside>
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
