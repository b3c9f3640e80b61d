import { dismiss, toasts } from "../state/toasts.ts";
import { CloseIcon } from "./icons.tsx";

export function Toaster() {
  return (
    <div class="toaster" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast ${tone}`}>
          <span>{text}</span>
          <button type="button" class="button quiet small" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
