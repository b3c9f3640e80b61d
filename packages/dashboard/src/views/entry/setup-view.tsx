import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import { go } from "../../state/route.ts";
import { enter, state } from "../../state/session.ts";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { EmailField, PasswordField } from "./password-fields.tsx";

/** Opened from the link that the service prints at its first start. */
export function SetupView({ secret }: { readonly secret: string }) {
  const [team, setTeam] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  // Shows no form until the server has returned whether the link was already used.
  if (state.value === undefined) return <div class="waiting" />;
  if (state.value.claimed) {
    return (
      <EntryPage
        title="Already set up"
        lead="This setup link has been used. Sign in, or ask your team for an invitation."
      >
        <div class="actions">
          <ButtonLink href="#/" kind="primary">
            Sign in
          </ButtonLink>
        </div>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title="Set up the service"
      lead="Name your team, and choose the e-mail address and password you will sign in with."
    >
      <Form
        submit="Create the account"
        fields={["team", "email", "password"]}
        onSubmit={async () => {
          enter(await request<Me>("POST", "/setup", { secret, team, email, password }));
          go("/");
        }}
      >
        {(problems) => (
          <>
            <TextField
              label="Team"
              value={team}
              onInput={setTeam}
              problem={problems["team"]}
              hint="Your company or product. You can rename it later."
              input={{ required: true, maxLength: 80, autocomplete: "organization", autofocus: true }}
            />
            <EmailField value={email} onInput={setEmail} problem={problems["email"]} />
            <PasswordField value={password} onInput={setPassword} problem={problems["password"]} fresh />
          </>
        )}
      </Form>
    </EntryPage>
  );
}
