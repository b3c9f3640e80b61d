import type { Batch } from "@selfsame/server/api/v3/schemas/batches";
import { duration } from "../../ui/words/times.ts";

/** Remaining time of a batch, if known. Rounded, so that it does not jump between two updates. */
export function leftOf({ status, eta_s: etaSeconds }: Pick<Batch, "status" | "eta_s">): string | undefined {
  if (status === "queued") return "waits for its turn";
  if (etaSeconds === null) return undefined;
  if (etaSeconds < 10) return "a few seconds left";
  const step = etaSeconds < 60 ? 10 : etaSeconds < 3600 ? 60 : 600;
  const seconds = Math.ceil(etaSeconds / step) * step;
  return `about ${duration(seconds).replace(/ 0 (s|min|h)$/, "")} left`;
}
