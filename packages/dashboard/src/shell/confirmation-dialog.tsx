import { useState } from "preact/hooks";
import { explain } from "../api/api-error.ts";
import { leaveFor, returnTo } from "../api/sign-on.ts";
import { confirming } from "../api/confirmation.ts";
import { confirmByPasskey, noPasskeys } from "../api/passkeys.ts";
import { request } from "../api/request.ts";
import { me } from "../state/session.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { Form } from "../ui/forms/form.tsx";
import { PasswordField, Username } from "../views/entry/password-fields.tsx";

/** Asks for the password again, over whatever else is open, before keys and roles are changed. */
export function ConfirmationDialog() {
  const open = confirming.value;
  return open ? <Question done={open.done} cancel={open.cancel} /> : null;
}

function Question({ done, cancel }: { readonly done: () => void; readonly cancel: () => void }) {
  const [password, setPassword] = useState("");
  const confirm = async () => {
    await request("POST", "/confirm", { password });
    done();
  };
  const [problem, setProblem] = useState<string>();
  const signOn = () =>
    leaveFor("/sign-on/confirm", { returnTo: returnTo() }).catch((error: unknown) => setProblem(explain(error)));
  const byPasskey = async () => {
    await confirmByPasskey();
    done();
  };
  return (
    <Dialog title="Confirm that it is you" onClose={cancel}>
      <Form submit="Continue" onCancel={cancel} fields={["password"]} onSubmit={confirm}>
        {(problems) => (
          <>
            <p>You signed in a while ago. To make this change, enter your password again.</p>
            <Username value={me.value?.user.email ?? ""} />
            <PasswordField
              label="Your password"
              value={password}
              onInput={setPassword}
              problem={problems["password"] && "This is not your password."}
            />
          </>
        )}
      </Form>
      {me.value?.signedInBy === "oidc" && (
        <p class="hint">
          You signed in with your organization’s provider:{" "}
          <button type="button" class="link" onClick={() => void signOn()}>
            sign in there again
          </button>
          , then make the change once more.
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {noPasskeys() === undefined && (
        <Form submit="Use a passkey" onSubmit={byPasskey}>
          {() => null}
        </Form>
      )}
    </Dialog>
  );
}
