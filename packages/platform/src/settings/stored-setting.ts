import type { Selectable } from "kysely";
import type { z } from "zod";
import type { AccountsTable } from "../store/schema.ts";
import type { Setting } from "./setting.ts";

interface StoredSetting<Value extends z.ZodType<boolean | number | string | null>> {
  /** Of its member in the column `settings`, and in the audit log. Databases contain it, so it never changes. */
  readonly name: string;
  readonly value: Value;
  /** Of teams without a value, or with one that only a newer version knows. */
  readonly usual: z.output<Value>;
  /**
   * The column of the previous version. As long as it exists it is what is read, and both are written, so that nodes of both versions and exports of
   * the previous one have the team's last value.
   */
  readonly formerly?: "light_use" | "document_status";
}

/** A setting that needs no column of its own: its value is a member of the JSON in `settings`. */
export const storedSetting = <Value extends z.ZodType<boolean | number | string | null>>({
  name,
  value,
  usual,
  formerly,
}: StoredSetting<Value>): Setting<z.output<Value>> & { readonly value: Value } => ({
  value,
  valueIn: (account) => {
    const stored = formerly === undefined ? membersOf(account)[name] : account[formerly];
    const read = value.safeParse(stored);
    return read.success ? read.data : usual;
  },
  columns: (change, _nowMs, account) => ({
    settings: JSON.stringify({ ...membersOf(account), [name]: change }),
    ...(formerly && { [formerly]: change }),
  }),
  audit: (change) => ["team_setting_changed", `${name}: ${change ?? "default"}`],
});

const membersOf = ({ settings = "{}" }: Partial<Selectable<AccountsTable>>) =>
  JSON.parse(settings) as Readonly<Record<string, unknown>>;
