import { useEffect, useMemo, useState } from "preact/hooks";
import { qrPath } from "@selfsame/verify-page/views/qr-path";
import { ApiError, explain } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import type { PendingApp, RecoveryCodes } from "@selfsame/server/api/dashboard/answers/sign-in";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { TextField } from "../../../ui/forms/field.tsx";
import { Form } from "../../../ui/forms/form.tsx";
import { Skeleton } from "../../../ui/loaded.tsx";

/** Shows the secret for an authenticator app and requests the first code that the app shows. */
export function SetUpAppDialog({
  onSet,
  onClose,
}: {
  readonly onSet: (made: RecoveryCodes) => void;
  readonly onClose: () => void;
}) {
  const [pending, setPending] = useState<PendingApp>();
  const [problem, setProblem] = useState<string>();
  const [code, setCode] = useState("");
  useEffect(() => {
    request<PendingApp>("POST", "/authenticator-app").then(setPending, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setProblem(explain(error));
    });
  }, []);
  const finish = async () => onSet(await request<RecoveryCodes>("POST", "/authenticator-app/finish", { code }));
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!pending && problem === undefined && <Skeleton lines={5} />}
      {pending && (
        <Form submit="Finish" onCancel={onClose} fields={["code"]} onSubmit={finish}>
          {(problems) => (
            <>
              <p>Scan this with the app, or type the key into it.</p>
              <Qr text={pending.uri} />
              <p class="setup-key">
                <code>{pending.secret.replaceAll(/.{4}(?=.)/g, "$& ")}</code>
              </p>
              <TextField
                label="Code that the app shows"
                value={code}
                onInput={setCode}
                problem={problems["code"]}
                input={{ required: true, maxLength: 10, inputMode: "numeric", autocomplete: "one-time-code" }}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

function Qr({ text }: { readonly text: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

export function RemoveAppDialog({
  onChanged,
  onClose,
}: {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const remove = async () => {
    await request("DELETE", "/authenticator-app");
    onChanged();
  };
  return (
    <Confirm title="Remove the authenticator app?" action="Remove" onConfirm={remove} onClose={onClose}>
      <p>Sign-in no longer asks for its codes. You are signed out everywhere else.</p>
    </Confirm>
  );
}
