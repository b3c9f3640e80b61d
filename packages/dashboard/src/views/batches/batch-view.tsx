import { useEffect, useState } from "preact/hooks";
import type { Batch } from "@selfsame/server/api/v3/schemas/batches";
import { go } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Facts, PageHead, Panel } from "../../ui/parts.tsx";
import { momentOf } from "../../ui/words/times.ts";
import { many } from "../../ui/words/words.ts";
import { BatchStatus, HowFar } from "./batch-columns.tsx";
import { batchPath } from "./batch-list.ts";
import { CancelBatchDialog } from "./cancel-batch-dialog.tsx";
import { readFailedIds } from "./failed-ids.ts";
import { ItemList } from "./item-list.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

const refreshMs = 2000;

/** One batch, with a table of its results. */
export function BatchView({ id }: { readonly id: string }) {
  const detail = useResource<Batch>(batchPath(id), refreshMs);
  const [cancelling, setCancelling] = useState(false);
  const [failedIds, setFailedIds] = useState<ReadonlySet<string>>();
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  const batch = detail.data;
  const retry = () =>
    toastFailure(async () => {
      setFailedIds(await readFailedIds(id));
    });
  return (
    <>
      <PageHead title="Batch" lead={<a href="#/batches">All batches</a>}>
        {batch && may("developer") && (
          <>
            {batch.ended_at === null && <Button onClick={() => setCancelling(true)}>Cancel the batch</Button>}
            {batch.ended_at !== null && batch.failed > 0 && (
              <Button onClick={() => void retry()}>Retry {many(batch.failed, "failed item")}</Button>
            )}
          </>
        )}
      </PageHead>
      <Loaded from={detail} lines={3}>
        {(subject) => (
          <Panel title={subject.id} aside={<BatchStatus subject={subject} />}>
            <HowFar subject={subject} />
            <Facts
              facts={[
                ["Made with", subject.key_name === null ? "a key that is deleted" : `the key ${subject.key_name}`],
                ["Created", momentOf(Date.parse(subject.created_at))],
                ...(subject.ended_at === null ? [] : [["Ended", momentOf(Date.parse(subject.ended_at))] as const]),
                ["Deleted", `${many(subject.kept_days, "day")} after its end`],
              ]}
            />
          </Panel>
        )}
      </Loaded>
      <section class="below-panel">
        <h2>Results</h2>
        {may("developer") ? (
          <ItemList batchId={id} />
        ) : (
          <p class="hint">Your role cannot read results. Ask an admin of the team for the role developer.</p>
        )}
      </section>
      {cancelling && batch && (
        <CancelBatchDialog
          subject={batch}
          onClose={() => setCancelling(false)}
          onChanged={() => void detail.reload()}
        />
      )}
      {failedIds && (
        <UploadDialog
          onlyIds={failedIds}
          onClose={() => setFailedIds(undefined)}
          onMade={({ id: madeId }) => {
            setFailedIds(undefined);
            go(`/batches/${madeId}`);
          }}
        />
      )}
    </>
  );
}
