import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuAction {
  readonly text: string;
  /** Accessible name, if the text alone does not say what it acts on. */
  readonly label?: string | undefined;
  readonly run: (() => void) | { readonly href: string };
  /** It ends or deletes something: red, and apart from the others. */
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

interface MenuProps {
  /** Accessible name of the button and of the menu. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** Class of the button. */
  readonly className: string;
  readonly children: ComponentChildren;
}

/** A button that opens a menu. The menu is a popover, so it is above everything and closes with Escape or a click elsewhere. */
export function Menu({ label, actions, className, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && <MenuList label={label} actions={actions} from={button.current} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MenuListProps extends Pick<MenuProps, "label" | "actions"> {
  readonly from: HTMLButtonElement | null;
  readonly onClose: () => void;
}

function MenuList({ label, actions, from, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const menu = list.current;
    if (!menu || !from) return;
    menu.showPopover();
    place(menu, from);
    itemsIn(menu)[0]?.focus();
  }, [from]);
  // Closes on resize and scroll, because the button moves away from the menu.
  useEffect(() => {
    window.addEventListener("resize", onClose);
    document.addEventListener("scroll", onClose, { capture: true, passive: true });
    return () => {
      window.removeEventListener("resize", onClose);
      document.removeEventListener("scroll", onClose, { capture: true });
    };
  }, [onClose]);
  const choose = (run: () => void) => {
    onClose();
    from?.focus();
    run();
  };
  const item = ({ text, label: said, run, danger = false, disabled = false }: MenuAction) => {
    const attributes = { role: "menuitem", tabIndex: -1, "aria-label": said, class: danger ? "danger" : "" } as const;
    return typeof run === "object" ? (
      <a key={text} {...attributes} href={run.href} onClick={onClose}>
        {text}
      </a>
    ) : (
      <button key={text} type="button" {...attributes} disabled={disabled} onClick={() => choose(run)}>
        {text}
      </button>
    );
  };
  const [plain, dangerous] = [actions.filter(({ danger }) => !danger), actions.filter(({ danger }) => danger)];
  return (
    <div
      ref={list}
      id={id}
      class="menu"
      popover="auto"
      role="menu"
      aria-label={label}
      onToggle={(event) => {
        if (event.newState !== "closed") return;
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "Tab") return onClose();
        moveBy(event);
      }}
    >
      {plain.map(item)}
      {plain.length > 0 && dangerous.length > 0 && <hr />}
      {dangerous.map(item)}
    </div>
  );
}

const itemsIn = (menu: Element): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)'),
];

/** Arrow keys, Home, End and letters work as in other menus. */
function moveBy(event: KeyboardEvent & { readonly currentTarget: Element }): void {
  const items = itemsIn(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  const begins = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase());
  const next =
    to === undefined
      ? event.key.length === 1 && [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)
      : items.at(to % items.length);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

const gap = 4;
const edge = 8;

/** Places the menu below its button, or above it if there is no room, and inside the window. */
function place(menu: HTMLElement, from: HTMLElement): void {
  const { left, right, top, bottom } = from.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const isBelow = bottom + gap + height <= innerHeight - edge;
  const isLeft = left + width <= innerWidth - edge;
  const x = isLeft && left < innerWidth / 2 ? left : right - width;
  menu.style.top = `${Math.max(edge, isBelow ? bottom + gap : top - gap - height)}px`;
  menu.style.left = `${Math.max(edge, Math.min(x, innerWidth - edge - width))}px`;
}
