import { Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { count, percent } from "../../ui/words/words.ts";
import { interval, type Rate, type RejectedGroup } from "./curves.ts";

/** FNMR by group, beside the FMR: a threshold may reject one group more often than another. */
export function RejectedGroups({ groups, own }: { readonly groups: readonly RejectedGroup[]; readonly own: boolean }) {
  if (groups.length === 0) return null;
  return (
    <Panel
      title="Who is rejected"
      lead={`Genuine people rejected at this threshold, by group${own ? ", among your own people" : ""}. Two or more reference photos reduce it.`}
    >
      <Table
        caption="False non-match rate by group"
        rows={groups}
        id={({ group }) => group}
        columns={[
          { title: "Group", cell: ({ group }) => group },
          { title: "Rejected (FNMR)", kind: "number", cell: ({ rejected }) => rateText(rejected) },
          { title: "95% interval", kind: "number", cell: ({ rejected }) => intervalText(rejected) },
          { title: "Genuine pairs", kind: "number", cell: ({ pairs }) => count(pairs) },
          { title: "People", kind: "number", cell: ({ people }) => count(people) },
        ]}
      />
    </Panel>
  );
}

const rateText = ({ rate }: Rate): string => (rate > 0 ? percent(rate) : "none seen");

function intervalText(rejected: Rate): string {
  const [low, high] = interval(rejected) ?? [0, 1];
  return `${percent(low)} to ${percent(high)}`;
}
