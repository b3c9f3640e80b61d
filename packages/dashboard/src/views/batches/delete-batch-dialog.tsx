import { request } from "../../api/request.ts";
import { batchPath } from "./batch-list.ts";
import type { Batch } from "@selfsame/server/api/v3/schemas/batches";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface DeleteBatchProps {
  readonly subject: Batch;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function DeleteBatchDialog({ subject: { id, ended_at }, onClose, onChanged }: DeleteBatchProps) {
  const remove = async () => {
    await request("DELETE", batchPath(id));
    toast(`${id} is deleted.`);
    onChanged();
  };
  return (
    <Confirm title="Delete the batch?" action="Delete the batch" onConfirm={remove} onClose={onClose}>
      <p>
        {ended_at === null ? "The batch stops, and no event is sent. " : ""}Its results are deleted for good. Items that
        were compared still count in your plan.
      </p>
    </Confirm>
  );
}
