import { useState } from "preact/hooks";
import { noPasskeys } from "../../../api/passkeys.ts";
import { request } from "../../../api/request.ts";
import type { Factors, RecoveryCodes } from "@selfsame/server/api/dashboard/answers/sign-in";
import { useResource } from "../../../state/resource.ts";
import { toastFailure } from "../../../state/toasts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Panel } from "../../../ui/parts.tsx";
import { type FactorAction, FactorDialogs } from "./factor-dialogs.tsx";
import { FactorList } from "./factor-list.tsx";
import { PasskeyTable } from "./passkey-table.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

/** @param onSecured called after the person saved the first recovery codes, for callers that wait for a second factor */
export function FactorsPanel({ onSecured }: { readonly onSecured?: () => void }) {
  const factors = useResource<Factors>("/factors");
  const [open, setOpen] = useState<FactorAction>();
  const [codes, setCodes] = useState<readonly string[]>();
  const changed = () => {
    setOpen(undefined);
    void factors.reload();
  };
  const secured = ({ recoveryCodes }: RecoveryCodes) => {
    changed();
    if (recoveryCodes) setCodes(recoveryCodes);
    else onSecured?.();
  };
  const renewCodes = () => toastFailure(async () => secured(await request<RecoveryCodes>("POST", "/recovery-codes")));
  const problem = noPasskeys();
  return (
    <>
      <Panel
        title="Passkeys"
        lead="Sign in with your fingerprint, face or PIN. Phishing pages cannot steal a passkey."
        aside={
          problem === undefined && (
            <Button size="small" onClick={() => setOpen({ action: "add passkey" })}>
              Add a passkey
            </Button>
          )
        }
      >
        {problem !== undefined && <p class="hint">{problem}</p>}
        <Loaded from={factors} lines={2}>
          {({ passkeys }) => (
            <PasskeyTable
              passkeys={passkeys}
              onAction={(action, passkey) => setOpen({ action: `${action} passkey`, passkey })}
            />
          )}
        </Loaded>
      </Panel>
      <Panel
        title="Second factor"
        lead="With a passkey or an authenticator app, a stolen password is not enough. A change signs you out everywhere else."
      >
        <Loaded from={factors} lines={2}>
          {(data) => (
            <FactorList
              factors={data}
              onSetUpApp={() => setOpen({ action: "set up app" })}
              onRemoveApp={() => setOpen({ action: "remove app" })}
              onRenewCodes={() => void renewCodes()}
            />
          )}
        </Loaded>
      </Panel>
      {open && <FactorDialogs open={open} onChanged={changed} onAdded={secured} onClose={() => setOpen(undefined)} />}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            onSecured?.();
          }}
        />
      )}
    </>
  );
}
