import { useEffect } from "preact/hooks";
import type { Delivery } from "@selfsame/server/api/v3/schemas/webhooks";
import { useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";

interface OpenedDeliveryProps {
  /** As for `request`. */
  readonly path: string;
  readonly refreshMs: number;
  readonly onClose: () => void;
}

/** The delivery in the page's address, which may have been deleted. */
export function OpenedDelivery({ path, refreshMs, onClose }: OpenedDeliveryProps) {
  const { data, error } = useResource<Delivery>(path, refreshMs);
  const isGone = error !== undefined && !data;
  useEffect(() => {
    if (!isGone) return;
    toast("This delivery is not stored any more.", "failed");
    onClose();
  }, [isGone]);
  return data ? <DeliveryDialog subject={data} onClose={onClose} /> : null;
}
