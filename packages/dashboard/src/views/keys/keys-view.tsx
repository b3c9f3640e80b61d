import { useState } from "preact/hooks";
import type { Key, MadeKey, Keys } from "@selfsame/server/api/v3/schemas/keys";
import { replaceQuery, route } from "../../state/route.ts";
import { may } from "../../state/session.ts";
import { useResource } from "../../state/resource.ts";
import { Button } from "../../ui/forms/button.tsx";
import { PageHead } from "../../ui/parts.tsx";
import { RoleHint } from "../../ui/role-hint.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import type { KeyAction } from "./key-columns.tsx";
import { KeyDialogs } from "./key-dialogs.tsx";
import { KeyTable } from "./key-table.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { activeKeysPath, keysPath } from "./keys-path.ts";

const refreshMs = 10_000;
const create = () => replaceQuery({ new: "private" });

export function KeysView() {
  const show = route.value.query.get("show") === "all" ? "all" : "active";
  const keys = useResource<Keys>(show === "all" ? keysPath : activeKeysPath, refreshMs);
  const [open, setOpen] = useState<{ readonly action: KeyAction; readonly subject: Key }>();
  const [secret, setSecret] = useState<MadeKey>();
  const creating = route.value.query.get("new");
  const showSecret = (made: MadeKey) => {
    replaceQuery({ new: undefined });
    setOpen(undefined);
    setSecret(made);
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
      <KeyTable
        keys={keys}
        show={show}
        onAction={(action, subject) => setOpen({ action, subject })}
        onCreate={create}
      />
      <RoleHint needs="developer" to="create and change keys" />
      {creating !== null && may("developer") && (
        <CreateKeyDialog
          kind={creating === "public" || creating === "test" ? creating : "private"}
          onMade={showSecret}
          onClose={() => replaceQuery({ new: undefined })}
        />
      )}
      {open && (
        <KeyDialogs
          {...open}
          onClose={() => setOpen(undefined)}
          onChanged={() => void keys.reload()}
          onMade={showSecret}
        />
      )}
      {secret && <SecretDialog made={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
