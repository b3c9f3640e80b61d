import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useEntries } from "./palette-entries.ts";
import { PaletteList } from "./palette-list.tsx";

interface PaletteProps {
  readonly onClose: () => void;
  /** Opened as a menu: the input is not focused at first, so a phone shows no keyboard. */
  readonly asMenu: boolean;
  readonly onShortcuts: () => void;
}

/** Finds views and commands by a few letters, and objects by id, address or code (WAI-ARIA Authoring Practices, combobox with a listbox). */
export function Palette({ onClose, asMenu, onShortcuts }: PaletteProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { entries, isSearching } = useEntries(text, onShortcuts);
  const active = Math.min(at, entries.length - 1);

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
    const entry = entries[index];
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((active + step + entries.length) % Math.max(1, entries.length));
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
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        placeholder="View, command, id, e-mail, code …"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
      />
      <PaletteList id={id} entries={entries} active={active} onPoint={setAt} onRun={run} />
      {entries.length === 0 && (
        <p class="palette-none" role="status">
          {isSearching ? "Searching …" : "Nothing found. Ids are searched in whole, other texts by their beginning."}
        </p>
      )}
    </dialog>
  );
}
