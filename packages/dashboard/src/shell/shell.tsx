import { useLayoutEffect, useState } from "preact/hooks";
import { Button } from "../ui/forms/button.tsx";
import { MenuIcon, SearchIcon } from "../ui/icons.tsx";
import { CurrentView } from "./current-view.tsx";
import { ModeSwitch, TestNote } from "./mode-switch.tsx";
import { Brand, Navigation } from "./navigation.tsx";
import { Palette } from "./palette/palette.tsx";
import { watchKeys } from "./keyboard.ts";
import { arrive } from "./views.ts";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** The frame around every view: navigation, the palette, keyboard shortcuts. */
export function Shell() {
  const [open, setOpen] = useState<"palette" | "shortcuts" | "menu">();
  // A layout effect, so that shortcuts work as soon as the view is visible. A normal effect runs a frame later, which is noticeable on a busy
  // machine.
  useLayoutEffect(() => watchKeys({ palette: () => setOpen("palette"), shortcuts: () => setOpen("shortcuts") }), []);
  useLayoutEffect(arrive, []);
  const close = () => setOpen(undefined);
  return (
    <div class="shell">
      <button
        type="button"
        class="skip button primary"
        onClick={() => document.querySelector<HTMLElement>("main h1")?.focus()}
      >
        Skip to the content
      </button>
      <header class="top">
        <Brand />
        <div class="top-actions">
          <ModeSwitch />
          <Button kind="quiet" label="Search and commands" onClick={() => setOpen("palette")}>
            <SearchIcon />
          </Button>
          <Button kind="quiet" label="Menu" onClick={() => setOpen("menu")}>
            <MenuIcon />
          </Button>
        </div>
      </header>
      <Navigation onSearch={() => setOpen("palette")} onShortcuts={() => setOpen("shortcuts")} />
      <main class="main">
        <TestNote />
        <CurrentView />
      </main>
      {(open === "palette" || open === "menu") && (
        <Palette onClose={close} asMenu={open === "menu"} onShortcuts={() => setOpen("shortcuts")} />
      )}
      {open === "shortcuts" && <ShortcutsDialog onClose={close} />}
    </div>
  );
}
