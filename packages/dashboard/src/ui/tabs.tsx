import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly { readonly value: T; readonly text: string }[];
  readonly onChange: (value: T) => void;
  readonly children: ComponentChildren;
  /** Shown beside the tabs. */
  readonly aside?: ComponentChildren;
}

/** Arrow keys move along the tabs (WAI-ARIA Authoring Practices, tabs). */
export function Tabs<T extends string>({ label, value, tabs, onChange, children, aside }: TabsProps<T>) {
  const id = useId();
  const move = (event: KeyboardEvent, index: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div class="tabbed">
      <div class="tab-row">
        <div class="tabs" role="tablist" aria-label={label}>
          {tabs.map((tab, index) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={(event) => move(event, index)}
            >
              {tab.text}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
