import { signal } from "@preact/signals";
import { ApiError } from "./api-error.ts";

/** Set while the person has to confirm their password; shell/confirmation-dialog.tsx then shows the dialog. */
export const confirming = signal<{ readonly done: () => void; readonly cancel: () => void } | undefined>(undefined);

let asked: Promise<void> | undefined;

/** Requests confirmation and resolves when the person has confirmed. Concurrent callers share one dialog. @throws ApiError if the person cancels */
export function confirmation(): Promise<void> {
  asked ??= new Promise<void>((resolve, reject) => {
    confirming.value = {
      done: resolve,
      cancel: () => reject(new ApiError("confirmation_needed", "Nothing was changed.", { status: 403, field: null })),
    };
  }).finally(() => {
    confirming.value = undefined;
    asked = undefined;
  });
  return asked;
}
