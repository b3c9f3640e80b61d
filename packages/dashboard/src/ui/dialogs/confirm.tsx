import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  /** Label of the dismiss button, where "Cancel" would be ambiguous because the action is to cancel something. */
  readonly dismiss?: string;
  /** @returns false to keep the dialog open because an input is invalid */
  readonly onConfirm: () => Promise<boolean | void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks for confirmation before an action that cannot be undone. */
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
