import { useEffect, useState } from "preact/hooks";
import type { Batch } from "@selfsame/server/api/dashboard/answers/batches";
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

interface BatchAnswer {
  readonly batch: Batch;
  readonly keptDays: number;
}

const refreshMs = 2000;

/** One batch, with a table of its results. */
export function BatchView({ id }: { readonly id: string }) {
  const detail = useResource<BatchAnswer>(batchPath(id), refreshMs);
  const [cancelling, setCancelling] = useState(false);
  const [failedIds, setFailedIds] = useState<ReadonlySet<string>>();
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  const batch = detail.data?.batch;
  const retry = () =>
    toastFailure(async () => {
      setFailedIds(await readFailedIds(id));
    });
  return (
    <>
      <PageHead title="Batch" lead={<a href="#/batches">All batches</a>}>
        {batch && may("developer") && (
          <>
            {batch.endedAtMs === null && <Button onClick={() => setCancelling(true)}>Cancel the batch</Button>}
            {batch.endedAtMs !== null && batch.failed > 0 && (
              <Button onClick={() => void retry()}>Retry {many(batch.failed, "failed item")}</Button>
            )}
          </>
        )}
      </PageHead>
      <Loaded from={detail} lines={3}>
        {({ batch: subject, keptDays }) => (
          <Panel title={subject.id} aside={<BatchStatus subject={subject} />}>
            <HowFar subject={subject} />
            <Facts
              facts={[
                ["Made with", subject.keyName === null ? "a key that is deleted" : `the key ${subject.keyName}`],
                ["Created", momentOf(subject.createdAtMs)],
                ...(subject.endedAtMs === null ? [] : [["Ended", momentOf(subject.endedAtMs)] as const]),
                ["Deleted", `${many(keptDays, "day")} after its end`],
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
