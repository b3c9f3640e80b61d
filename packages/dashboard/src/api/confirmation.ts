import { signal } from "@preact/signals";
import { ApiError } from "./api-error.ts";

/** The person is to say the password again; shell/confirmation-dialog.tsx asks for it. */
export const confirming = signal<{ readonly done: () => void; readonly cancel: () => void } | undefined>(undefined);

let asked: Promise<void> | undefined;

/** Resolves when the password was said; several who wait for it share one question. @throws ApiError when the person would not */
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
