import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers";
import { enter } from "../../state/session.ts";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { EmailField, PasswordField } from "./password-fields.tsx";

/** The address stays as it is: after signing in, the view that was asked for is shown. */
export function SignInView() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return (
    <EntryPage title="Sign in">
      <Form submit="Sign in" onSubmit={async () => enter(await request<Me>("POST", "/sign-in", { email, password }))}>
        {() => (
          <>
            <EmailField value={email} onInput={setEmail} autofocus />
            <PasswordField value={password} onInput={setPassword} />
          </>
        )}
      </Form>
      <p class="hint">
        Forgot the password? Who runs this service can give you a link to set a new one. Operators without one run{" "}
        <code>selfsame accounts reset E-MAIL</code> on the server.
      </p>
    </EntryPage>
  );
}
