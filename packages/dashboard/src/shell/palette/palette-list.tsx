import type { Entry } from "./palette-entries.ts";

interface PaletteListProps {
  /** Id of the list, with which the palette's input refers to it and to the active entry. */
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onRun: (index: number) => void;
}

export function PaletteList({ id, entries, active, onPoint, onRun }: PaletteListProps) {
  return (
    <ul class="palette-list" role="listbox" id={`${id}-list`} aria-label="Views and commands" tabIndex={0}>
      {entries.map(({ key, title, about, keys, icon: Icon }, index) => (
        // The palette handles keys for the whole list; a click runs one entry.
        <li
          key={key}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === active}
          onClick={() => onRun(index)}
          onMouseMove={() => onPoint(index)}
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
  );
}
