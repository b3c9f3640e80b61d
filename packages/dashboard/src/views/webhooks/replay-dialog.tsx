import type { ReplayedDeliveries } from "@selfsame/server/api/v3/schemas/webhooks";
import { request } from "../../api/request.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";

interface ReplayProps {
  /** Path of the endpoint, below the API. */
  readonly path: string;
  readonly onReplayed: (replayed: ReplayedDeliveries) => void;
  readonly onClose: () => void;
}

export function ReplayDialog({ path, onReplayed, onClose }: ReplayProps) {
  const replay = async () => onReplayed(await request<ReplayedDeliveries>("POST", `${path}/replay_failed`));
  return (
    <Dialog title="Replay failed deliveries?" onClose={onClose}>
      <Form submit="Replay them" onCancel={onClose} onSubmit={replay}>
        {() => (
          <p>
            Each event that failed and was not delivered since is sent once more, the oldest first, up to 500 at a time.
            Your endpoint recognizes an event that it has seen by <code>webhook-id</code>.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
