import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  /** In place of "Cancel", where the action is to cancel something. */
  readonly dismiss?: string;
  /** @returns false when something in it is still to be mended: it stays open */
  readonly onConfirm: () => Promise<boolean | void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Before what cannot be undone. */
export function Confirm({ title, action, dismiss, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={action}
        danger
        onCancel={onClose}
        cancel={dismiss}
        onSubmit={async () => {
          if ((await onConfirm()) !== false) onClose();
        }}
      >
        {() => <div class="prose">{children}</div>}
      </Form>
    </Dialog>
  );
}
