import { useState } from "preact/hooks";
import type { Batch } from "@selfsame/server/api/v3/schemas/batches";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import { request } from "../../api/request.ts";
import { useResource } from "../../state/resource.ts";
import { toast } from "../../state/toasts.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FileField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { count, many } from "../../ui/words/words.ts";
import { batchesPath } from "./batch-list.ts";
import { BatchKeyField, mayBatch } from "./batch-key-field.tsx";
import type { ReadItem } from "./read-items.ts";
import { UploadPreview } from "./upload-preview.tsx";
import { useReadItems } from "./use-read-items.ts";
import { activeKeysPath } from "../keys/keys-path.ts";

interface UploadProps {
  /** Sends only these items of the file, which failed before. */
  readonly onlyIds?: ReadonlySet<string>;
  readonly onMade: (batch: Batch) => void;
  readonly onClose: () => void;
}

/** Creates a batch from a CSV file. Errors in the file are shown before anything is sent. */
export function UploadDialog({ onlyIds, onMade, onClose }: UploadProps) {
  const keys = useResource<Keys>(activeKeysPath).data?.keys.filter(mayBatch);
  const { read, choose } = useReadItems();
  const [keyId, setKeyId] = useState("");
  const [threshold, setThreshold] = useState("");
  const chosenKey = keyId || (keys?.[0]?.id ?? "");
  const items = read?.outcome === "read" ? read.items.filter(({ id }) => onlyIds?.has(id) ?? true) : [];
  const send = async () => {
    const query = new URLSearchParams({ key_id: chosenKey, ...(threshold.trim() && { threshold: threshold.trim() }) });
    const batch = await request<Batch>("POST", `${batchesPath}?${query}`, linesOf(items));
    toast(`${many(batch.total, "item")} queued.`);
    onMade(batch);
  };
  const canSend = items.length > 0 && chosenKey !== "";
  return (
    <Dialog title={onlyIds ? "Retry failed items" : "Upload a CSV"} onClose={onClose} wide>
      <Form
        submit={items.length > 0 ? `Send ${many(items.length, "item")}` : "Send"}
        disabled={!canSend}
        onCancel={onClose}
        fields={["key_id", "threshold"]}
        onSubmit={send}
      >
        {(problems) => (
          <>
            {onlyIds && (
              <p>
                {many(onlyIds.size, "item")} failed. The addresses of photos are deleted once an item has its result, so
                choose the file again: its failed items are sent as a new batch.
              </p>
            )}
            <FileField
              label="CSV file"
              accept=".csv,.tsv,.txt,text/csv"
              onFile={(file) => void choose(file)}
              hint={
                <>
                  Columns <code>id</code>, <code>reference_url</code> (one to five) and <code>selfie_url</code>, at most{" "}
                  {count(10_000)} lines. Nothing is sent before you have seen what is wrong with it.
                </>
              }
            />
            {read && <UploadPreview read={read} items={items} {...(onlyIds && { onlyIds })} />}
            <BatchKeyField keys={keys} value={chosenKey} onChange={setKeyId} problem={problems["key_id"]} />
            <TextField
              label="Threshold"
              value={threshold}
              onInput={setThreshold}
              problem={problems["threshold"] && "A threshold is a number from 0 to 1."}
              hint="The similarity from which two faces match. Empty: the model's own."
              input={{ inputMode: "decimal", placeholder: "0.60", maxLength: 8, autocomplete: "off" }}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const linesOf = (items: readonly ReadItem[]): Blob =>
  new Blob(
    items.map((item) => `${JSON.stringify(item)}\n`),
    { type: "application/x-ndjson" },
  );
