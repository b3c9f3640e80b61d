import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

/**
 * Unsent form input by form and field, restored after the person leaves the view or reloads. Stored in this tab only, until it is sent or discarded
 * or the person signs out. Never contains passwords or secrets.
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
 * Like useState, for a field of a form whose draft is stored.
 *
 * @param form an id, such as `key key_8vN3`
 * @param initial the value before anything is typed: JSON
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

/** Deletes all drafts, so that the next person who signs in does not see them. */
export const discardDrafts = (): void => write({});
