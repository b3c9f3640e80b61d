import { useState } from "preact/hooks";
import type { Key } from "@selfsame/server/api/dashboard/answers/keys";
import { replaceQuery, route } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Choice } from "../../ui/forms/choice.tsx";
import { SearchField } from "../../ui/list.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead } from "../../ui/parts.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { DeleteKeyDialog } from "./delete-key-dialog.tsx";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import { KeyTable } from "./key-table.tsx";
import type { KeyAction } from "./key-table.tsx";
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
  const text = query.get("q") ?? "";
  const show = query.get("show") === "all" ? "all" : "active";
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
      <div class="toolbar">
        <SearchField label="Search keys" placeholder="Search by name or last four" value={text} />
        <Choice
          label="Which keys"
          value={show}
          options={[
            { value: "active", text: "Active" },
            { value: "all", text: "All" },
          ]}
          onChange={(value) => replaceQuery({ show: value === "all" ? "all" : undefined })}
        />
      </div>
      <Loaded from={keys}>
        {(data) => {
          const shown = keysShown(data.keys, { text, show });
          if (shown.length > 0) return <KeyTable keys={shown} onAction={(action, key) => setOpen({ action, key })} />;
          return text ? (
            <Empty title="No key is called that" whole>
              <p>
                {show === "active" ? "Revoked and expired keys are not searched. " : ""}
                <button type="button" class="link" onClick={() => replaceQuery({ q: undefined, show: "all" })}>
                  Show all keys
                </button>
              </p>
            </Empty>
          ) : (
            <Empty title="No active key" whole>
              <p>
                Your programs call the service with a key. A key is shown once, when you create it: the service stores
                only its hash.
              </p>
              {may("developer") && <Button onClick={create}>Create a key</Button>}
            </Empty>
          );
        }}
      </Loaded>
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
