import { useState } from "preact/hooks";
import { noPasskeys } from "../../../api/passkeys.ts";
import { request } from "../../../api/request.ts";
import type { Factors, Passkey, RecoveryCodes } from "@selfsame/server/api/dashboard/answers/sign-in";
import { useResource } from "../../../state/resource.ts";
import { toastFailure } from "../../../state/toasts.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";
import { Time } from "../../../ui/words/time.tsx";
import { RemoveAppDialog, SetUpAppDialog } from "./app-dialogs.tsx";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { PasskeyTable } from "./passkey-table.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

type Open = "add" | "app" | "remove app" | { readonly action: "rename" | "remove"; readonly passkey: Passkey };

/** @param onSecured after the first codes were kept: somebody may have been waiting for it */
export function FactorsPanel({ onSecured }: { readonly onSecured?: () => void }) {
  const factors = useResource<Factors>("/factors");
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const changed = () => {
    close();
    void factors.reload();
  };
  const secured = ({ recoveryCodes }: RecoveryCodes) => {
    changed();
    if (recoveryCodes) setCodes(recoveryCodes);
    else onSecured?.();
  };
  const renewCodes = () =>
    toastFailure(async () => {
      secured(await request<RecoveryCodes>("POST", "/recovery-codes"));
    });
  const problem = noPasskeys();
  return (
    <>
      <Panel
        title="Passkeys"
        lead="Sign in with your fingerprint, face or PIN. Phishing pages cannot steal a passkey."
        aside={
          problem === undefined && (
            <Button size="small" onClick={() => setOpen("add")}>
              Add a passkey
            </Button>
          )
        }
      >
        {problem !== undefined && <p class="hint">{problem}</p>}
        <Loaded from={factors} lines={2}>
          {({ passkeys }) => (
            <PasskeyTable passkeys={passkeys} onAction={(action, passkey) => setOpen({ action, passkey })} />
          )}
        </Loaded>
      </Panel>
      <Panel
        title="Second factor"
        lead="With a passkey or an authenticator app, a stolen password is not enough. A change signs you out everywhere else."
      >
        <Loaded from={factors} lines={2}>
          {({ appSinceMs, recoveryCodesLeft, passkeys }) => (
            <dl class="factors">
              <div>
                <dt>Authenticator app</dt>
                <dd>
                  {appSinceMs === null ? (
                    <span class="faint">none</span>
                  ) : (
                    <span>
                      <Badge tone="good">on</Badge> since <Time atMs={appSinceMs} />
                    </span>
                  )}
                </dd>
                <dd class="factor-actions">
                  <Button size="small" onClick={() => setOpen("app")}>
                    {appSinceMs === null ? "Set up an app" : "Set up another app"}
                  </Button>
                  {appSinceMs !== null && (
                    <Button size="small" kind="quiet" label="Remove the app" onClick={() => setOpen("remove app")}>
                      Remove
                    </Button>
                  )}
                </dd>
              </div>
              {(appSinceMs !== null || passkeys.length > 0) && (
                <div>
                  <dt>Recovery codes</dt>
                  <dd>
                    {recoveryCodesLeft > 3 ? (
                      `${recoveryCodesLeft} left`
                    ) : (
                      <Badge tone="warn">{recoveryCodesLeft} left</Badge>
                    )}
                  </dd>
                  <dd class="factor-actions">
                    <Button size="small" onClick={() => void renewCodes()}>
                      Create new codes
                    </Button>
                  </dd>
                </div>
              )}
            </dl>
          )}
        </Loaded>
      </Panel>
      {open === "add" && <AddPasskeyDialog onAdded={secured} onClose={close} />}
      {open === "app" && <SetUpAppDialog onSet={secured} onClose={close} />}
      {open === "remove app" && <RemoveAppDialog onChanged={changed} onClose={close} />}
      {typeof open === "object" && open.action === "rename" && (
        <RenamePasskeyDialog passkey={open.passkey} onChanged={changed} onClose={close} />
      )}
      {typeof open === "object" && open.action === "remove" && (
        <RemovePasskeyDialog passkey={open.passkey} onChanged={changed} onClose={close} />
      )}
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
