import type { BatchResult, BatchResults } from "@selfsame/server/api/v3/schemas/batches";
import { takeFile } from "../../state/take-file.ts";
import { FilterField } from "../../ui/list.tsx";
import type { CsvFields } from "../../ui/list/csv.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { useServerList } from "../../ui/list/use-list.ts";
import { Badge, Empty } from "../../ui/parts.tsx";
import type { Column } from "../../ui/table.tsx";
import { batchPath } from "./batch-list.ts";
import { plain, titled } from "../../ui/words/words.ts";

const outcomes = ["match", "no_match", "failed", "pending"] as const;
const codes = [
  "no_face",
  "download_failed",
  "url_not_allowed",
  "file_too_large",
  "image_too_large",
  "image_too_complex",
  "image_unreadable",
  "unsupported_image_format",
  "quota_exceeded",
  "internal_error",
] as const;

const columns: readonly Column<BatchResult>[] = [
  { title: "Item", sort: "id", cell: ({ id }) => <span class="strong">{id}</span> },
  { title: "Result", cell: (item) => <Result subject={item} /> },
  {
    title: "Similarity",
    kind: "number",
    sort: "-similarity",
    cell: ({ similarity }) => (similarity === null ? <span class="faint">–</span> : similarity.toFixed(4)),
  },
  {
    title: "Photo",
    cell: ({ param, references_used: used }) =>
      param === null ? (
        <span class="faint">{used === null ? "–" : `${used} reference${used === 1 ? "" : "s"} used`}</span>
      ) : (
        <code>{param}</code>
      ),
  },
  { title: "Place", kind: "number", narrow: "drop", sort: "position", cell: ({ position }) => position + 1 },
];

/** Empty: the service writes the file itself, with the same columns. */
const csv: CsvFields<BatchResult> = {};

const refreshMs = 3000;

/** The list of a batch's results. */
export function ItemList({ batchId }: { readonly batchId: string }) {
  const path = `${batchPath(batchId)}/results`;
  const list = useServerList<BatchResults, BatchResult>({
    path,
    filters: { q: "id_prefix", outcome: "outcome", code: "code" },
    firstSort: "position",
    formerSorts: { item: "id" },
    rows: ({ results }) => results,
    next: ({ next_cursor }) => next_cursor,
    refreshMs,
  });
  const take = () => {
    const query = list.query();
    query.delete("sort");
    return takeFile(`${path}?${query}`, `${batchId}.csv`);
  };
  return (
    <DataList
      list={list}
      search="Search by item id"
      filters={
        <>
          <FilterField label="Result" every="Every result" name="outcome" options={titled(outcomes)} />
          <FilterField label="Error code" every="Every code" name="code" options={titled(codes)} />
        </>
      }
      caption="Results"
      id={({ id }) => id}
      columns={columns}
      file={batchId}
      csv={csv}
      onExport={take}
      nothing="No item matches"
      all="Show all items"
      empty={<Empty title="No items">The batch has none.</Empty>}
    />
  );
}

function Result({ subject: { status, match, code } }: { readonly subject: BatchResult }) {
  if (status === "pending") return <Badge>pending</Badge>;
  if (status === "failed") return <Badge tone="warn">{plain(code ?? "failed")}</Badge>;
  return match === true ? <Badge tone="good">match</Badge> : <Badge tone="accent">no match</Badge>;
}
