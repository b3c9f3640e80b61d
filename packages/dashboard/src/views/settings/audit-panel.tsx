import { useState } from "preact/hooks";
import { explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { replaceQuery, route } from "../../state/route.ts";
import { useResource } from "../../state/resource.ts";
import { me } from "../../state/session.ts";
import { takeFile } from "../../state/take-file.ts";
import { toast } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { actionCode, actionName } from "./audit-words.ts";

interface Entries {
  readonly entries: readonly AuditEntry[];
}

const pageSize = 50;

interface AuditLogProps {
  /** Below the API. */
  readonly path: string;
  /** What an id stands for; empty where that is not known. */
  readonly nameOf: (id: string) => string;
}

export function AuditPanel() {
  const keys = useResource<{ keys: readonly Key[] }>("/keys").data?.keys ?? [];
  const members = useResource<{ members: readonly Member[] }>("/members").data?.members ?? [];
  const nameOf = (id: string) =>
    keys.find((key) => key.id === id)?.name ?? members.find((member) => member.id === id)?.email ?? "";
  return (
    <Panel title="Audit log" lead="What was done in the team, newest first.">
      <FilteredAuditLog path="/audit" nameOf={nameOf} />
    </Panel>
  );
}

/** In the address. */
const filterNames = ["actor", "action", "target", "address", "from", "to"] as const;
type FilterName = (typeof filterNames)[number];
const dayMs = 24 * 3600_000;

/** As it is asked for; days are those of UTC, both included. */
function queryOf({ action, from, to, ...texts }: Readonly<Record<FilterName, string>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries({
    ...texts,
    action: actionCode(action),
  })) {
    if (text.trim() !== "") query.set(name, text.trim());
  }
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (!Number.isNaN(first)) query.set("fromMs", String(first));
  if (!Number.isNaN(last)) query.set("toMs", String(last + dayMs));
  return query;
}

const filterFields: readonly { readonly name: FilterName; readonly label: string; readonly example?: string }[] = [
  { name: "actor", label: "By", example: "E-mail or id" },
  { name: "action", label: "What", example: "Key revoked" },
  { name: "target", label: "On", example: "A key’s id" },
  { name: "address", label: "From address", example: "192.0.2.7" },
  { name: "from", label: "From day" },
  { name: "to", label: "To day" },
];

/** With what narrows it down, and what takes it away as a file. */
export function FilteredAuditLog({ path, nameOf }: AuditLogProps) {
  const filter = Object.fromEntries(filterNames.map((name) => [name, route.value.query.get(name) ?? ""])) as Readonly<
    Record<FilterName, string>
  >;
  const query = queryOf(filter);
  const take = (format: "csv" | "ndjson") => {
    query.set("format", format);
    void takeFile(`${path}/export?${query}`, `audit.${format}`);
  };
  return (
    <>
      <div class="audit-filter">
        {filterFields.map(({ name, label, example }) => (
          <TextField
            key={name}
            label={label}
            value={filter[name]}
            onInput={(text) => replaceQuery({ [name]: text || undefined })}
            input={example === undefined ? { type: "date" } : { placeholder: example, maxLength: 254 }}
          />
        ))}
      </div>
      <div class="actions">
        <Button size="small" onClick={() => take("csv")}>
          Export as CSV
        </Button>
        <Button size="small" onClick={() => take("ndjson")}>
          Export as NDJSON
        </Button>
      </div>
      <AuditLog key={query.toString()} path={path} query={query.toString()} nameOf={nameOf} />
    </>
  );
}

export function AuditLog({ path, query = "", nameOf }: AuditLogProps & { readonly query?: string }) {
  const asked = query === "" ? path : `${path}?${query}`;
  const newest = useResource<Entries>(asked);
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [ended, setEnded] = useState(false);
  const more = async (last: AuditEntry) => {
    try {
      const { entries } = await request<Entries>("GET", `${asked}${query === "" ? "?" : "&"}before=${last.id}`);
      setOlder([...older, ...entries]);
      setEnded(entries.length < pageSize);
    } catch (error) {
      toast(explain(error), "failed");
    }
  };
  return (
    <Loaded from={newest} lines={4}>
      {({ entries }) => {
        const rows = [...entries, ...older.filter(({ id }) => id < (entries.at(-1)?.id ?? 0))];
        const last = rows.at(-1);
        return (
          <>
            <Table
              caption="What was done, newest first"
              rows={rows}
              id={({ id }) => id}
              columns={[
                { title: "What", cell: ({ action }) => <span class="strong">{actionName(action)}</span> },
                { title: "On", cell: ({ target }) => target && <Target target={target} nameOf={nameOf} /> },
                {
                  title: "By",
                  cell: (entry) => (
                    <div class="two-lines">
                      <Actor entry={entry} nameOf={nameOf} />
                      {entry.signedInBy !== null && <span class="faint">{signedInBy[entry.signedInBy]}</span>}
                    </div>
                  ),
                },
                { title: "From", narrow: "drop", cell: ({ address }) => address && <code>{address}</code> },
                { title: "When", cell: ({ atMs }) => <Time atMs={atMs} /> },
              ]}
            />
            {last && rows.length >= pageSize && !ended && (
              <div class="load-more">
                <Button size="small" onClick={() => void more(last)}>
                  Show older
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const signedInBy: Readonly<Record<NonNullable<AuditEntry["signedInBy"]>, string>> = {
  password: "by password",
  "password+totp": "by password and code",
  "password+recovery": "by password and recovery code",
  passkey: "by passkey",
  oidc: "by single sign-on",
  link: "by a link",
  cli: "on the machine",
};

function Actor({ entry, nameOf }: { readonly entry: AuditEntry; readonly nameOf: AuditLogProps["nameOf"] }) {
  const { actor, actorEmail } = entry;
  if (actor === null) return <span class="faint">not signed in</span>;
  if (actor === me.value?.user.id) return <span>you</span>;
  const name = actorEmail ?? nameOf(actor);
  return name ? <span>{name}</span> : <code>{actor}</code>;
}

/** A rotated key is followed by its successor, of the same name. */
function Target({ target, nameOf }: { readonly target: string; readonly nameOf: AuditLogProps["nameOf"] }) {
  const name = nameOf(target.split(" ")[0] ?? "");
  return name ? <span title={target}>{name}</span> : <code class="long">{target}</code>;
}
