import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

/**
 * What was typed into forms and not sent yet, by form and field: it is there again after a look elsewhere or a reload. In this tab alone, until it
 * is sent, discarded, or the person signs out. Never of passwords and secrets.
 */
type Drafts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const storedAs = "selfsame-drafts";

const drafts = signal<Drafts>(read());

function read(): Drafts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storedAs) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Drafts) : {};
  } catch {
    return {};
  }
}

function write(next: Drafts): void {
  drafts.value = next;
  sessionStorage.setItem(storedAs, JSON.stringify(next));
}

/**
 * As useState, for a field of a form whose draft is kept.
 *
 * @param form an id, such as `key key_8vN3`
 * @param initial what there is before anything is typed: JSON
 */
export function useDraft<T>(form: string, field: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = drafts.peek()[form]?.[field];
    return kept === undefined ? initial : (kept as T);
  });
  const set = (next: T) => {
    setValue(next);
    const { [form]: before = {}, ...others } = drafts.peek();
    const { [field]: _, ...fields } = before;
    const own = JSON.stringify(next) === JSON.stringify(initial) ? fields : { ...fields, [field]: next };
    write(Object.keys(own).length === 0 ? others : { ...others, [form]: own });
  };
  return [value, set];
}

export const hasDraft = (form: string): boolean => drafts.value[form] !== undefined;

export function discardDraft(form: string): void {
  const { [form]: _, ...others } = drafts.peek();
  write(others);
}

/** Nothing of one person is left to the next. */
export const discardDrafts = (): void => write({});
