import { useState } from "preact/hooks";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { filterBy, replaceQuery, route } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Choice } from "../../ui/forms/choice.tsx";
import { FilterField } from "../../ui/list.tsx";
import { DataList } from "../../ui/list/data-list.tsx";
import { useLocalList } from "../../ui/list/use-list.ts";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { title } from "../../ui/words/words.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { DeleteKeyDialog } from "./delete-key-dialog.tsx";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import { type KeyAction, keyColumns, keyCsv, keySorts } from "./key-columns.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { keysShown } from "./keys-shown.ts";

const refreshMs = 10_000;
const create = () => replaceQuery({ new: "private" });

type Open = { readonly action: KeyAction; readonly key: Key } | undefined;

export function KeysView() {
  const keys = useResource<{ keys: readonly Key[] }>("/keys", refreshMs);
  const { query } = route.value;
  const show = query.get("show") === "all" ? "all" : "active";
  const list = useLocalList<{ readonly keys: readonly Key[] }, Key>({
    resource: keys,
    rows: (data) => keysShown(data.keys, show),
    filters: { kind: ({ kind }, value) => kind === value },
    texts: ({ id, name, display }) => [name, display, id],
    sorts: keySorts,
    firstSort: "-created",
  });
  const hasEnded = show === "active" && (keys.data?.keys.length ?? 0) > 0;
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<{ readonly key: Key; readonly secret: string }>();
  const creating = query.get("new");
  const close = () => setOpen(undefined);
  const made = (result: { readonly key: Key; readonly secret: string }) => {
    replaceQuery({ new: undefined });
    close();
    setSecret(result);
    void keys.reload();
  };

  return (
    <>
      <PageHead
        title="Keys"
        lead="Private keys are for your backend. Public keys are for browsers, from the origins you name, and can only start live challenges. Test keys are for your CI."
      >
        {may("developer") && (
          <Button kind="primary" onClick={create}>
            Create a key
          </Button>
        )}
      </PageHead>
      <DataList
        list={list}
        search="Search keys"
        placeholder="Search by name, last four or id"
        filters={
          <>
            <FilterField
              label="Kind"
              every="Every kind"
              name="kind"
              options={(["private", "public", "test"] as const).map((value) => ({ value, text: title(value) }))}
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
        columns={keyColumns((action, key) => setOpen({ action, key }))}
        file="keys"
        csv={keyCsv}
        nothing={show === "active" ? "No active key matches" : "No key matches"}
        all="Show all keys"
        onAll={() => filterBy({ q: undefined, kind: undefined, show: "all" })}
        empty={
          <Empty title="No active key" whole>
            <p>
              Your programs call the service with a key. A key is shown once, when you create it: the service stores
              only its hash.{" "}
              {hasEnded && (
                <button type="button" class="link" onClick={() => filterBy({ show: "all" })}>
                  Show ended keys
                </button>
              )}
            </p>
            {may("developer") && <Button onClick={create}>Create a key</Button>}
          </Empty>
        }
      />
      <RoleHint needs="developer" to="create and change keys" />
      {creating !== null && may("developer") && (
        <CreateKeyDialog
          kind={creating === "public" || creating === "test" ? creating : "private"}
          onMade={made}
          onClose={() => replaceQuery({ new: undefined })}
        />
      )}
      {open?.action === "edit" && (
        <EditKeyDialog subject={open.key} onClose={close} onChanged={() => void keys.reload()} />
      )}
      {open?.action === "rotate" && <RotateKeyDialog subject={open.key} onClose={close} onMade={made} />}
      {open?.action === "revoke" && (
        <RevokeKeyDialog subject={open.key} onClose={close} onChanged={() => void keys.reload()} />
      )}
      {open?.action === "delete" && (
        <DeleteKeyDialog subject={open.key} onClose={close} onChanged={() => void keys.reload()} />
      )}
      {secret && <SecretDialog made={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
