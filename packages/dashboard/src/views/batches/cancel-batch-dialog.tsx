import { request } from "../../api/request.ts";
import { batchPath } from "./batch-list.ts";
import type { Batch } from "@selfsame/server/api/v3/schemas/batches";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";
import { count } from "../../ui/words/words.ts";

interface CancelBatchProps {
  readonly subject: Batch;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function CancelBatchDialog({ subject: { id, total, done, failed }, onClose, onChanged }: CancelBatchProps) {
  const cancel = async () => {
    await request("POST", `${batchPath(id)}/cancel`);
    toast(`${id} is cancelled.`);
    onChanged();
  };
  return (
    <Confirm title="Cancel the batch?" action="Cancel the batch" onConfirm={cancel} onClose={onClose}>
      <p>
        Results so far are stored. About {count(total - done - failed)} items are neither fetched nor counted. It cannot
        be taken up again.
      </p>
    </Confirm>
  );
}
