import { useState } from "preact/hooks";
import { explain } from "../api/api-error.ts";
import { confirmByPasskey } from "../api/passkeys.ts";
import { request } from "../api/request.ts";
import { leaveFor, returnTo } from "../api/sign-on.ts";
import { me } from "../state/session.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { PasswordField, Username } from "../views/entry/password-fields.tsx";

interface WayProps {
  readonly done: () => void;
}

export function PasswordWay({
  done,
  cancel,
  lead,
}: WayProps & { readonly cancel: () => void; readonly lead?: string }) {
  const [password, setPassword] = useState("");
  const confirm = async () => {
    await request("POST", "/confirm", { password });
    done();
  };
  return (
    <Form submit="Continue" onCancel={cancel} fields={["password"]} onSubmit={confirm}>
      {(problems) => (
        <>
          {lead !== undefined && <p>{lead}</p>}
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
  );
}

export function PasskeyWay({ done }: WayProps) {
  const confirm = async () => {
    await confirmByPasskey();
    done();
  };
  return (
    <Form submit="Use a passkey" onSubmit={confirm}>
      {() => null}
    </Form>
  );
}

export function AppWay({ done }: WayProps) {
  const [code, setCode] = useState("");
  const confirm = async () => {
    await request("POST", "/confirm/app", { code });
    done();
  };
  return (
    <Form submit="Use the code" fields={["code"]} onSubmit={confirm}>
      {(problems) => (
        <TextField
          label="Code of your authenticator app"
          value={code}
          onInput={setCode}
          problem={problems["code"]}
          input={{ required: true, maxLength: 10, inputMode: "numeric", autocomplete: "one-time-code" }}
        />
      )}
    </Form>
  );
}

export function ProviderWay() {
  const [problem, setProblem] = useState<string>();
  const signOn = () =>
    leaveFor("/sign-on/confirm", { returnTo: returnTo() }).catch((error: unknown) => setProblem(explain(error)));
  return (
    <>
      <p>
        You signed in with your organization’s provider:{" "}
        <button type="button" class="link" onClick={() => void signOn()}>
          sign in there again
        </button>
        , then make the change once more.
      </p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
