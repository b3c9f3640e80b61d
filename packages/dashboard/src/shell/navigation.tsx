import { route } from "../state/route.ts";
import { isOwner, me } from "../state/session.ts";
import { DocsIcon, SearchIcon } from "../ui/icons.tsx";
import { paletteKeys } from "./keyboard.ts";
import { signOutNow } from "./sign-out.ts";
import { viewsFor } from "./views.ts";
import type { View } from "./views.ts";

export function Brand() {
  return (
    <a class="brand" href="#/">
      <img src="/icon.svg" alt="" width="20" height="20" />
      Selfsame
    </a>
  );
}

export function Navigation({ onSearch }: { readonly onSearch: () => void }) {
  const all = viewsFor(isOwner.value);
  const owners = all.filter((view) => view.ownersOnly);
  return (
    <aside class="side">
      <Brand />
      <button type="button" class="search-button" onClick={onSearch}>
        <SearchIcon />
        <span>Go to…</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      <nav aria-label="Dashboard">
        <ViewList views={all.filter((view) => !view.ownersOnly)} />
        {owners.length > 0 && (
          <>
            <h2 class="side-title">Service</h2>
            <ViewList views={owners} />
          </>
        )}
      </nav>
      <div class="side-foot">
        <a class="side-link" href="/docs/guide">
          <DocsIcon />
          Guide
        </a>
        <div class="who">
          <span class="who-name" title={me.value?.account.email ?? ""}>
            {me.value?.account.email}
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
      {views.map(({ path, title, icon: Icon }) => (
        <li key={path}>
          <a class="side-link" href={`#/${path}`} aria-current={path === current ? "page" : undefined}>
            <Icon />
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
