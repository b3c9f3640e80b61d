import { useResource } from "../../state/resource.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { oneIn, percent, title } from "../../ui/words/words.ts";

/** The response of GET /api/v3/models. */
interface Models {
  readonly model: string;
  readonly threshold: number;
  readonly thresholds: readonly {
    readonly similarity: number;
    readonly false_match_rate: number;
    readonly false_non_match_rate: number;
    readonly within_group_false_match_rate: number;
  }[];
  readonly models: readonly {
    readonly role: string;
    readonly id: string;
    readonly licence: string;
    readonly sha256: string;
    readonly size_bytes: number;
  }[];
}

const purposes: Readonly<Record<string, string>> = {
  detect: "finds faces",
  landmarks: "finds eyes, nose and mouth",
  embed: "compares faces",
  spoof: "passive liveness check: detects photos of screens and prints",
  eyes: "sees whether eyes are open",
  pose: "sees which way a head is turned",
};

export function ModelsView() {
  const models = useResource<{ models: Models }>("/models");
  return (
    <>
      <PageHead
        title="Models"
        lead="The models in use, and what their scores mean. Other models of the same kind are a manifest entry and a file."
      />
      <Loaded from={models} lines={8}>
        {({ models }) => (
          <>
            <Panel
              title="Thresholds"
              lead={`Measured with ${models.model}. The service compares at ${models.threshold} unless a request says otherwise.`}
            >
              {models.thresholds.length === 0 ? (
                <Empty title="Not calibrated">These models come without a table of measured thresholds.</Empty>
              ) : (
                <Thresholds models={models} />
              )}
            </Panel>
            <Panel title="In use">
              <Table
                caption="Models in use"
                rows={models.models}
                id={({ id }) => id}
                columns={[
                  {
                    title: "Model",
                    cell: ({ role, id }) => (
                      <div class="two-lines">
                        <span class="strong">{title(role)}</span>
                        <span class="faint">{purposes[role]}</span>
                        <code class="faint">{id}</code>
                      </div>
                    ),
                  },
                  { title: "License", cell: ({ licence }) => licence },
                  { title: "Size", kind: "number", cell: ({ size_bytes: size }) => `${(size / 1e6).toFixed(1)} MB` },
                  {
                    title: "SHA-256",
                    cell: ({ sha256, id }) => (
                      <span class="hash">
                        <code title={sha256}>{sha256.slice(0, 12)}…</code>
                        <CopyButton text={sha256} what={`the SHA-256 of ${id}`} />
                      </span>
                    ),
                  },
                ]}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </>
  );
}

function Thresholds({ models: { thresholds, threshold } }: { readonly models: Models }) {
  return (
    <Table
      caption="Measured thresholds"
      rows={thresholds}
      id={({ similarity }) => similarity}
      columns={[
        {
          title: "Similarity",
          cell: ({ similarity }) =>
            similarity === threshold ? <strong class="threshold-row">{similarity} in use</strong> : similarity,
        },
        { title: "FMR", kind: "number", cell: (row) => oneIn(row.false_match_rate) },
        {
          title: "FMR in a group",
          kind: "number",
          cell: (row) =>
            row.within_group_false_match_rate > 0 ? oneIn(row.within_group_false_match_rate) : "none seen",
        },
        { title: "FNMR", kind: "number", cell: (row) => percent(row.false_non_match_rate) },
      ]}
    />
  );
}
