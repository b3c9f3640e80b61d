import { signal } from "@preact/signals";

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

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
