import { useState } from "preact/hooks";
import type { Batch, Batches } from "@selfsame/server/api/dashboard/answers/batches";
import { useResource } from "../../state/resource.ts";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { pageSize, ShowOlder } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { many } from "../../ui/words/words.ts";
import { BatchTable } from "./batch-table.tsx";
import { CancelBatchDialog } from "./cancel-batch-dialog.tsx";
import { DeleteBatchDialog } from "./delete-batch-dialog.tsx";

const refreshMs = 2000;

type Open = { readonly action: "cancel" | "delete"; readonly batch: Batch } | undefined;

export function BatchesView() {
  const [limit, setLimit] = useState(pageSize);
  const batches = useResource<Batches>(`/batches?limit=${limit}`, refreshMs);
  const [open, setOpen] = useState<Open>();
  const dialog = {
    onClose: () => setOpen(undefined),
    onChanged: () => void batches.reload(),
  };
  return (
    <>
      <PageHead
        title="Batches"
        lead="Many comparisons in one request, processed when no interactive request is waiting."
      >
        <ButtonLink href="/docs/guide/batches">How to send one</ButtonLink>
      </PageHead>
      <Loaded from={batches}>
        {({ batches: rows, more, keptDays }) =>
          rows.length === 0 ? (
            <Empty title="No batch yet" whole>
              <p>
                A batch is sent to <code>POST /api/v3/batches</code> with a private key: up to 10,000 pairs of photos,
                named by where they are. Here you see how far it is, and take its results.
              </p>
            </Empty>
          ) : (
            <>
              <BatchTable batches={rows} onAction={(action, batch) => setOpen({ action, batch })} />
              <ShowOlder more={more} limit={limit} onLimit={setLimit} />
              <p class="hint table-note">
                Batches and their results are deleted {many(keptDays, "day")} after their end.
              </p>
            </>
          )
        }
      </Loaded>
      {open?.action === "cancel" && <CancelBatchDialog subject={open.batch} {...dialog} />}
      {open?.action === "delete" && <DeleteBatchDialog subject={open.batch} {...dialog} />}
    </>
  );
}
