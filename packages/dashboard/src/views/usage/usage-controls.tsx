import type { Account } from "@selfsame/server/api/dashboard/answers/account";
import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import { replaceQuery } from "../../state/route.ts";
import { Choice } from "../../ui/forms/choice.tsx";
import { SelectField } from "../../ui/forms/field.tsx";
import { plain, title } from "../../ui/words/words.ts";
import { KeyField } from "../keys/key-field.tsx";
import { bucketsOf, rangeNames, ranges, shows, splits } from "./choices.ts";
import type { UsageChoice } from "./choices.ts";

interface UsageControlsProps {
  readonly choice: UsageChoice;
  readonly keys: readonly Key[];
  /** For operators. */
  readonly accounts: readonly Account[];
  readonly ownId: string;
}

const splitNames = { none: "Total", key: "By key", endpoint: "By endpoint", outcome: "By outcome" } as const;

const showNames = { requests: "Requests", time: "Response time" } as const;

export function UsageControls({ choice, keys, accounts, ownId }: UsageControlsProps) {
  const { range, by, split, show, accountId } = choice;
  return (
    <div class="toolbar">
      <Choice
        label="Chart"
        value={show}
        options={shows.map((value) => ({ value, text: showNames[value] }))}
        onChange={(value) => replaceQuery({ show: value === "time" ? "time" : undefined })}
      />
      <Choice
        label="Range"
        value={range}
        options={ranges.map((value) => ({ value, text: value, label: rangeNames[value] }))}
        onChange={(value) => replaceQuery({ range: value, by: undefined })}
      />
      <Choice
        label="Split"
        value={split}
        options={splits.map((value) => ({ value, text: splitNames[value] }))}
        onChange={(value) => replaceQuery({ split: value === "none" ? undefined : value })}
      />
      {bucketsOf[range].length > 1 && (
        <Choice
          label="Bucket"
          value={by}
          options={bucketsOf[range].toSorted().map((value) => ({ value, text: title(plain(value)) }))}
          onChange={(value) => replaceQuery({ by: value })}
        />
      )}
      {accountId === "" && <KeyField keys={keys} />}
      {accounts.length > 1 && (
        <SelectField
          label="Account"
          quiet
          value={accountId}
          options={[
            { value: "", text: "Your account" },
            { value: "all", text: "Every account" },
            ...accounts.filter(({ id }) => id !== ownId).map(({ id, name }) => ({ value: id, text: name || id })),
          ]}
          onChange={(value) => replaceQuery({ account: value || undefined, key: undefined })}
        />
      )}
    </div>
  );
}
