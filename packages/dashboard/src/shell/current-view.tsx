import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { rememberMode } from "../state/mode.ts";
import { askAhead } from "../state/resource.ts";
import { route } from "../state/route.ts";
import { Button } from "../ui/forms/button.tsx";
import { Skeleton } from "../ui/loaded.tsx";
import { PageHead } from "../ui/parts.tsx";
import { OverviewView } from "../views/overview/overview-view.tsx";
import { NotFoundView } from "./not-found-view.tsx";
import { currentView, myViews } from "./views.ts";

/** Delay before the other views are loaded. By then the first view has its data. */
const othersAfterMs = 2000;

/** Views loaded so far, so that returning to one is immediate. */
const loaded = new Map<string, ComponentType>([["", OverviewView]]);

export function CurrentView() {
  const [path = ""] = route.value.path;
  const view = currentView();
  const [, redraw] = useState({});
  const [failed, setFailed] = useState<string>();
  const Ready = loaded.get(path);

  const load = async () => {
    if (!view || loaded.has(view.path)) return;
    setFailed(undefined);
    askAhead(view.asks?.() ?? []);
    try {
      loaded.set(view.path, await view.load());
      redraw({});
    } catch {
      // The server is unreachable, or was upgraded and no longer has this version's files.
      setFailed(view.path);
    }
  };
  useEffect(() => void load(), [path]);
  useEffect(loadOthersWhenIdle, []);
  const byMode = view?.byMode === true;
  const inAddress = route.value.query.get("mode");
  useLayoutEffect(() => void (byMode && rememberMode()), [byMode, path, inAddress]);
  useArrival(view?.title ?? "Not found", path, Ready !== undefined || !view);

  if (!view) return <NotFoundView />;
  if (Ready) return <Ready key={path} />;
  return (
    <>
      <PageHead title={view.title} />
      {failed === path ? <Failed onAgain={() => void load()} /> : <Skeleton lines={6} />}
    </>
  );
}

function loadAll(): void {
  for (const view of myViews()) view.load().catch(() => {});
}

/** Loads the other views in advance, so that opening one does not wait for its script. Skipped if the browser asks to save data. */
function loadOthersWhenIdle(): () => void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return () => {};
  const timer = setTimeout(loadAll, othersAfterMs);
  return () => clearTimeout(timer);
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div class="notice failed" role="alert">
      <p>This part of the dashboard could not be loaded. After an upgrade of the service, reload the page.</p>
      <Button size="small" onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}

/** Announces a new view like a new page: changes the title and moves the focus to the heading. */
function useArrival(title: string, path: string, ready: boolean): void {
  const arrivedAt = useRef<string | undefined>(undefined);
  // Runs before the view is painted. Later, it could take the focus from a field in which the person already types.
  useLayoutEffect(() => {
    document.title = `${title} · Selfsame`;
    if (!ready) return;
    const first = arrivedAt.current === undefined;
    if (arrivedAt.current === path) return;
    arrivedAt.current = path;
    // On the first view the focus stays where the browser put it.
    if (first || document.querySelector("dialog[open]")) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [title, path, ready]);
}
