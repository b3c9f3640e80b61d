interface KeysOptions {
  /** It covers the page: Tab stays inside. */
  readonly isModal: boolean;
  readonly onCancel: () => void;
}

/** Escape cancels, and so does Android's back gesture. */
export function listenToKeys(dialog: HTMLDialogElement, shadow: ShadowRoot, { isModal, onCancel }: KeysOptions): void {
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
    if (event.key === "Tab" && isModal) keepFocus(event, shadow);
  });
  // Android's back gesture asks a dialog to close without a key.
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onCancel();
  });
}

/** A modal dialog lets Tab leave for the browser's own buttons; within the page it goes round the dialog's. */
function keepFocus(event: KeyboardEvent, shadow: ShadowRoot): void {
  const shown = [...shadow.querySelectorAll<HTMLElement>("button:not([hidden]), a")];
  const reachable = shown.filter((one) => getComputedStyle(one).visibility === "visible");
  const at = reachable.findIndex((one) => one === shadow.activeElement);
  const step = event.shiftKey ? -1 : 1;
  // From outside to the first, or backwards to the last.
  const from = Math.max(at, event.shiftKey ? 0 : -1);
  event.preventDefault();
  reachable.at((from + step) % reachable.length)?.focus();
}
