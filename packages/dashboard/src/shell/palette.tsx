import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { go } from "../state/route.ts";
import { type Command, commandsFor, matching } from "./commands.ts";
import { addressOf, kindNames, useHits } from "./find.ts";

interface PaletteProps {
  readonly onClose: () => void;
  /** Opened as a menu: nothing is typed at first, so a phone shows no keyboard. */
  readonly asMenu: boolean;
  readonly onShortcuts: () => void;
}

/** Every view and command by a few letters, and what an id, an address or a code names (WAI-ARIA Authoring Practices, combobox with a listbox). */
export function Palette({ onClose, asMenu, onShortcuts }: PaletteProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const hits = useHits(text);
  const commands = matching(commandsFor(onShortcuts), text).map((command) => ({ ...command, key: command.title }));
  const found: readonly (Command & { readonly key: string })[] = [
    ...commands,
    ...(hits ?? []).map((hit) => ({
      key: `${hit.kind} ${hit.id}`,
      title: hit.title,
      about: `${kindNames[hit.kind]} · ${hit.detail}`,
      run: () => go(addressOf(hit)),
    })),
  ];
  const active = Math.min(at, found.length - 1);

  useLayoutEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    if (asMenu) ref.current?.querySelector<HTMLElement>("[role=listbox]")?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" }), [active, text]);

  const run = (index: number) => {
    const command = found[index];
    if (!command) return;
    onClose();
    command.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + found.length) % Math.max(1, found.length));
    else if (event.key === "Enter") run(active);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={ref}
      class="palette"
      aria-label="Search and commands"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onMouseDown={(event) => event.target === ref.current && onClose()}
      onKeyDown={onKey}
    >
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="View, command, id, e-mail or code"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder="View, command, id, e-mail, code …"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
      />
      <ul class="palette-list" role="listbox" id={`${id}-list`} aria-label="Views and commands" tabIndex={0}>
        {found.map(({ key, title, about, keys, icon: Icon }, index) => (
          // Keys are for the whole list, above; a press runs one.
          <li
            key={key}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === active}
            onClick={() => run(index)}
            onMouseMove={() => setAt(index)}
          >
            {Icon && <Icon />}
            <span>
              {title}
              {about !== undefined && <span class="palette-about">{about}</span>}
            </span>
            {keys && <kbd>{keys}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p class="palette-none" role="status">
          {hits === undefined
            ? "Searching …"
            : "Nothing found. Ids are searched in whole, other texts by their beginning."}
        </p>
      )}
    </dialog>
  );
}
