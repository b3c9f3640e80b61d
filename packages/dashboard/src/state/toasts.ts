import { signal } from "@preact/signals";
import { explain } from "../api/api-error.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "done" | "failed";
}

export const toasts = signal<readonly Toast[]>([]);

const shownMs = 5000;
let lastId = 0;

export function toast(text: string, tone: Toast["tone"] = "done"): void {
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, text, tone }].slice(-3);
  setTimeout(() => dismiss(id), shownMs);
}

/** Runs an action; if it fails, a toast shows why. */
export async function toastFailure(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast(explain(error), "failed");
  }
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
