import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../forms/button.tsx";
import { CloseIcon } from "../icons.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The content must be read first, so a click outside or Escape does not close the dialog. */
  readonly firm?: boolean;
  readonly wide?: boolean;
}

/** A modal dialog, open while it is rendered. The browser keeps the focus inside, and it returns to the opener afterwards. */
export function Dialog({ title, onClose, children, firm = false, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, so that nothing outside the dialog can be clicked before it opens.
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
      // Browsers allow a page to prevent Escape only once, then close the dialog anyway.
      onClose={(event) => {
        if (!event.currentTarget.isConnected) return;
        if (firm) event.currentTarget.showModal();
        else onClose();
      }}
      // Closes the dialog only if the press begins on the backdrop. One that begins inside and ends there is a text selection.
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
