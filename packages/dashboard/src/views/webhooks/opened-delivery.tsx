import { useEffect } from "preact/hooks";
import type { Delivery } from "@selfsame/server/api/dashboard/answers/webhooks";
import { useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";

interface OpenedDeliveryProps {
  /** Below the API. */
  readonly path: string;
  readonly refreshMs: number;
  readonly onClose: () => void;
}

/** The delivery that the page's address names, which may be gone since. */
export function OpenedDelivery({ path, refreshMs, onClose }: OpenedDeliveryProps) {
  const { data, error } = useResource<{ readonly delivery: Delivery }>(path, refreshMs);
  const isGone = error !== undefined && !data;
  useEffect(() => {
    if (!isGone) return;
    toast("This delivery is not stored any more.", "failed");
    onClose();
  }, [isGone]);
  return data ? <DeliveryDialog subject={data.delivery} onClose={onClose} /> : null;
}
