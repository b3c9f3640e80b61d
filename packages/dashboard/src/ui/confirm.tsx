import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Before what cannot be undone. */
export function Confirm({ title, action, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={action}
        danger
        onCancel={onClose}
        onSubmit={async () => {
          await onConfirm();
          onClose();
        }}
      >
        {() => <div class="prose">{children}</div>}
      </Form>
    </Dialog>
  );
}
