import type { Key, Keys } from "@selfsame/server/api/v3/schemas/keys";
import type { Resource } from "../../state/resource.ts";
import { filterBy } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Choice } from "../../ui/forms/choice.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty } from "../../ui/parts.tsx";
import { titled } from "../../ui/words/words.ts";
import { type KeyAction, keyColumns, keyCsv, keySorts } from "./key-columns.tsx";
import { keysShown } from "./keys-shown.ts";

interface KeyTableProps {
  readonly keys: Resource<Keys>;
  readonly show: "active" | "all";
  readonly onAction: (action: KeyAction, key: Key) => void;
  readonly onCreate: () => void;
}

export function KeyTable({ keys, show, onAction, onCreate }: KeyTableProps) {
  const list = useLocalList<Keys, Key>({
    resource: keys,
    rows: (data) => keysShown(data.keys, show),
    filters: {
      kind: ({ kind }, value) => kind === value,
      maker: ({ creator_left }, value) => (value === "left") === creator_left,
    },
    texts: ({ id, name, display }) => [name, display, id],
    sorts: keySorts,
    firstSort: "-created",
  });
  const isCut = typeof keys.data?.next_cursor === "string";
  return (
    <>
      <DataList
        list={list}
        search="Search keys"
        placeholder="Search by name, last four or id"
        filters={
          <>
            <FilterField label="Kind" every="Every kind" name="kind" options={titled(["private", "public", "test"])} />
            <FilterField
              label="Creator"
              every="Any creator"
              name="maker"
              options={[
                { value: "left", text: "Left the team" },
                { value: "member", text: "Still here, or none" },
              ]}
            />
            <Choice
              label="Which keys"
              value={show}
              options={[
                { value: "active", text: "Active" },
                { value: "all", text: "All" },
              ]}
              onChange={(value) => filterBy({ show: value === "all" ? "all" : undefined })}
            />
          </>
        }
        caption="Keys"
        id={({ id }) => id}
        tone={({ status }) => (status === "active" ? "" : "faint")}
        columns={keyColumns(onAction)}
        file="keys"
        csv={keyCsv}
        nothing={show === "active" ? "No active key matches" : "No key matches"}
        all="Show all keys"
        onAll={() => filterBy({ q: undefined, kind: undefined, maker: undefined, show: "all" })}
        empty={<NoKey show={show} onCreate={onCreate} />}
      />
      {isCut && (
        <p class="hint">
          The newest 1,000 keys. <code>GET /api/v3/keys</code> lists all.
        </p>
      )}
    </>
  );
}

function NoKey({ show, onCreate }: Pick<KeyTableProps, "show" | "onCreate">) {
  return (
    <Empty title="No active key" whole>
      <p>
        Your programs call the service with a key. A key is shown once, when you create it: the service stores only its
        hash.{" "}
        {show === "active" && (
          <button type="button" class="link" onClick={() => filterBy({ show: "all" })}>
            Show ended keys
          </button>
        )}
      </p>
      {may("developer") && <Button onClick={onCreate}>Create a key</Button>}
    </Empty>
  );
}
