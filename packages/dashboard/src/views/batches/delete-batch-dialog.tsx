import { request } from "../../api/request.ts";
import type { Batch } from "@selfsame/server/api/dashboard/answers/batches";
import { toast } from "../../state/toasts.ts";
import { Confirm } from "../../ui/dialogs/confirm.tsx";

interface DeleteBatchProps {
  readonly subject: Batch;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function DeleteBatchDialog({ subject: { id, endedAtMs }, onClose, onChanged }: DeleteBatchProps) {
  const remove = async () => {
    await request("DELETE", `/batches/${id}`);
    toast(`${id} is deleted.`);
    onChanged();
  };
  return (
    <Confirm title="Delete the batch?" action="Delete the batch" onConfirm={remove} onClose={onClose}>
      <p>
        {endedAtMs === null ? "It stops, and nobody is told. " : ""}Its results are gone for good; what it used still
        counts in your plan.
      </p>
    </Confirm>
  );
}
