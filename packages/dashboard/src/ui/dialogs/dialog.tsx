import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../forms/button.tsx";
import { CloseIcon } from "../icons.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** What it holds must be read first: a click beside it does not close it, and neither does Escape. */
  readonly firm?: boolean;
  readonly wide?: boolean;
}

/** Shown while it is rendered. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, children, firm = false, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before anything more can be pressed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    const first =
      dialog?.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog?.querySelector<HTMLElement>('form :is(input, select, textarea):not([tabindex="-1"])');
    first?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${wide ? "wide" : ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!firm) onClose();
      }}
      // Browsers let a page hold Escape back only once before they close the dialog all the same.
      onClose={(event) => {
        if (!event.currentTarget.isConnected) return;
        if (firm) event.currentTarget.showModal();
        else onClose();
      }}
      // A press that begins on the backdrop; one that begins inside and ends there is a text being marked.
      onMouseDown={(event) => {
        if (event.target === ref.current && !firm) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {!firm && (
            <Button kind="quiet" size="small" label="Close" onClick={onClose}>
              <CloseIcon />
            </Button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
