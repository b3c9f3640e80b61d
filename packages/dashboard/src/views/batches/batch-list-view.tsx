import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import type { Batch, Batches } from "@selfsame/server/api/v3/schemas/batches";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import { go, replaceQuery, route } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { may } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { many, titled } from "../../ui/words/words.ts";
import { KeyField } from "../keys/key-field.tsx";
import { type BatchAction, batchColumns, batchCsv } from "./batch-columns.tsx";
import { batchList } from "./batch-list.ts";
import { CancelBatchDialog } from "./cancel-batch-dialog.tsx";
import { DeleteBatchDialog } from "./delete-batch-dialog.tsx";
import { UploadDialog } from "./upload-dialog.tsx";
import { keysPath } from "../keys/keys-path.ts";

const refreshMs = 2000;
const upload = () => replaceQuery({ new: "" });

type Open = { readonly action: BatchAction; readonly batch: Batch } | undefined;

export function BatchListView() {
  const list = useServerList<Batches, Batch>({
    ...batchList,
    rows: ({ batches }) => batches,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  const keys = useResource<Keys>(keysPath).data?.keys ?? [];
  const [open, setOpen] = useState<Open>();
  const uploading = route.value.query.has("new") && may("developer");
  const dialog = {
    onClose: () => setOpen(undefined),
    onChanged: () => void list.resource.reload(),
  };
  return (
    <>
      <PageHead
        title="Batches"
        lead="Many comparisons in one request, processed when no interactive request is waiting."
      >
        <ButtonLink href={pathTo("/docs/guide/batches")}>How to send one</ButtonLink>
        {may("developer") && (
          <Button kind="primary" onClick={upload}>
            Upload a CSV
          </Button>
        )}
      </PageHead>
      <DataList
        list={list}
        search="Search by batch id"
        hasRange
        filters={
          <>
            <FilterField
              label="Status"
              every="Every status"
              name="status"
              options={titled(["queued", "running", "completed", "cancelled"])}
            />
            <KeyField keys={keys} />
          </>
        }
        caption="Batches"
        id={({ id }) => id}
        columns={batchColumns((action, batch) => setOpen({ action, batch }))}
        file="batches"
        csv={batchCsv}
        nothing="No batch matches"
        all="Show all batches"
        empty={
          <Empty title="No batch yet" whole>
            <p>
              Send up to 10,000 pairs of photos, named by their addresses, to <code>POST /api/v3/batches</code> with a
              private key, or upload a CSV here. You see how far it is, and read its results.
            </p>
            {may("developer") && <Button onClick={upload}>Upload a CSV</Button>}
          </Empty>
        }
        note={({ batches: [first] }) =>
          first && `Batches and their results are deleted ${many(first.kept_days, "day")} after their end.`
        }
      />
      {uploading && (
        <UploadDialog
          onClose={() => replaceQuery({ new: undefined })}
          onMade={({ id }) => {
            replaceQuery({ new: undefined });
            go(`/batches/${id}`);
          }}
        />
      )}
      {open?.action === "cancel" && <CancelBatchDialog subject={open.batch} {...dialog} />}
      {open?.action === "delete" && <DeleteBatchDialog subject={open.batch} {...dialog} />}
    </>
  );
}
