import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button } from "../forms/button.tsx";
import { SelectField } from "../forms/field.tsx";
import { DownloadIcon } from "../icons.tsx";
import { Loaded } from "../loaded.tsx";
import { SearchField } from "../list.tsx";
import { Empty } from "../parts.tsx";
import { type Column, Table, type TableProps } from "../table.tsx";
import { count } from "../words/words.ts";
import type { ListAddress } from "./address.ts";
import { sortingOf, sortText } from "./sorting.ts";
import { type CsvFields, csvOf, saveCsv } from "./csv.ts";
import { TimeRangeField } from "./time-range-field.tsx";
import { exportMax, type List } from "./use-list.ts";

interface DataListProps<Answer, Row> extends Omit<TableProps<Row>, "rows" | "sorting"> {
  readonly list: List<Answer, Row>;
  /** Label of the search field for `q`: "Search by request id". If left out, there is no search field. */
  readonly search?: string;
  /** Placeholder of the search field, if it says more than the label. */
  readonly placeholder?: string;
  /** Filter fields. */
  readonly filters?: ComponentChildren;
  readonly hasRange?: boolean;
  /** Name of the exported file, without extension; the date is added. */
  readonly file: string;
  readonly csv: CsvFields<Row>;
  /** Replaces the export in the page: the service writes the file and asks for confirmation. */
  readonly onExport?: () => Promise<void>;
  /** Buttons for other file types. */
  readonly moreExports?: ComponentChildren;
  /** Shown if no row matches the filters, and the label of the button that clears them: "No request matches", "Show all requests". */
  readonly nothing: string;
  readonly all: string;
  /** Clears the filters, if there are more than those of the list. */
  readonly onAll?: () => void;
  /** Shown if there are no rows at all. */
  readonly empty: ComponentChildren;
  /** Shown below the table. */
  readonly note?: ((answer: Answer) => ComponentChildren) | undefined;
  readonly lines?: number;
}

/**
 * The table used by all lists of the dashboard: search and filters above it, sortable columns, pages, and an export of the rows. Its state is in the
 * address.
 */
export function DataList<Answer, Row>(props: DataListProps<Answer, Row>) {
  const {
    list,
    search,
    placeholder,
    filters,
    hasRange = false,
    file,
    csv,
    onExport,
    moreExports,
    nothing,
    all,
    onAll,
    empty,
    note,
    lines = 5,
    ...table
  } = props;
  const { address, resource } = list;
  const rows = resource.data === undefined ? undefined : list.rowsOf(resource.data);
  const isEmpty = !address.isNarrowed && rows?.length === 0;
  return (
    <>
      {!isEmpty && (
        <div class="toolbar">
          {search !== undefined && (
            <SearchField
              label={search}
              value={address.value("q")}
              maxLength={128}
              {...(placeholder !== undefined && { placeholder })}
            />
          )}
          {filters}
          {hasRange && <TimeRangeField address={address} />}
          <SortField address={address} columns={table.columns} />
          <div class="export">
            {moreExports}
            <ExportButton list={list} file={file} csv={csv} {...(onExport && { onExport })} />
          </div>
        </div>
      )}
      <Loaded from={resource} lines={lines}>
        {(answer) => {
          if (isEmpty || !rows) return empty;
          return (
            <>
              {rows.length === 0 ? (
                <Empty title={nothing} whole>
                  <p>
                    <button type="button" class="link" onClick={onAll ?? address.clear}>
                      {all}
                    </button>
                  </p>
                </Empty>
              ) : (
                <Table {...table} rows={rows} sorting={address} />
              )}
              <Pages address={address} next={list.nextOf(answer)} />
              {note && <p class="hint table-note">{note(answer)}</p>}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Pages({ address, next }: { readonly address: ListAddress; readonly next: string | null }) {
  if (address.cursor === "" && next === null) return null;
  return (
    <div class="load-more">
      {address.cursor !== "" && (
        <Button size="small" onClick={() => address.goTo(undefined)}>
          First page
        </Button>
      )}
      {next !== null && (
        <Button size="small" onClick={() => address.goTo(next)}>
          Next page
        </Button>
      )}
    </div>
  );
}

interface SortFieldProps<Row> {
  readonly address: ListAddress;
  readonly columns: readonly Column<Row>[];
}

/** Sort field for narrow screens, where rows are cards and there are no column heads to click. */
function SortField<Row>({ address, columns }: SortFieldProps<Row>) {
  const options = columns.flatMap(({ title, sort }) => {
    if (sort === undefined) return [];
    const { by, descending } = sortingOf(sort);
    return [descending, !descending].map((isDescending) => ({
      value: sortText({ by, descending: isDescending }),
      text: `${title}, ${isDescending ? "descending" : "ascending"}`,
    }));
  });
  return (
    <div class="sort-field">
      <SelectField
        label="Sort by"
        quiet
        value={sortText(address.sorting)}
        options={options}
        onChange={(value) => address.sortBy(sortingOf(value))}
      />
    </div>
  );
}

type ExportProps<Answer, Row> = Pick<DataListProps<Answer, Row>, "list" | "file" | "csv" | "onExport">;

function ExportButton<Answer, Row>({ list, file, csv, onExport }: ExportProps<Answer, Row>) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await toastFailure(async () => {
      if (onExport) return onExport();
      const { rows, isCut } = await list.readAll();
      saveCsv(`${file}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(csv, rows));
      toast(
        isCut
          ? `The file has the first ${count(exportMax)} rows. Narrow the filters to export the rest.`
          : `The file has ${count(rows.length)} ${rows.length === 1 ? "row" : "rows"}.`,
      );
    });
    setBusy(false);
  };
  return (
    <Button
      label="Export as CSV"
      title={onExport ? "What the filters show" : `What the filters show, at most ${count(exportMax)} rows`}
      busy={busy}
      onClick={() => void take()}
    >
      <DownloadIcon />
      CSV
    </Button>
  );
}
