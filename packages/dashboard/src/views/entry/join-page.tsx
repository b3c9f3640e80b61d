import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import type { OpenInvitation } from "@selfsame/server/api/dashboard/answers/team";
import { go } from "../../state/route.ts";
import { enter, me } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { PasswordField, Username } from "./password-fields.tsx";
import { useSecondStep } from "./second-step.tsx";

interface JoinPageProps {
  /** The secret of the invitation link. */
  readonly secret: string;
  readonly invitation: OpenInvitation;
}

/** Accepts an invitation: with an existing sign-in or a new one. */
export function JoinPage({ secret, invitation }: JoinPageProps) {
  const { accountName, email, role, mayTakeOver } = invitation;
  const [password, setPassword] = useState("");
  const [takesOver, setTakesOver] = useState(false);
  const accept = async (given: object) => {
    enter(await request<Me>("POST", "/invitation/accept", { secret, ...given }));
    go("/");
  };
  const join = () => accept(invitation.hasSignIn ? {} : { password });
  const { entering, step } = useSecondStep(async (signedIn) => {
    enter(signedIn);
    await join();
  });
  if (step) return step;
  const hasSignIn = invitation.hasSignIn && !takesOver;
  const isThem = me.value?.user.email === email;
  // A person with an existing sign-in has to sign in first: the link alone must not be enough to act as them.
  const goOn = () => {
    if (takesOver) return accept({ password, takeOver: true });
    return hasSignIn && !isThem ? entering(() => request<Me>("POST", "/sign-in", { email, password })) : join();
  };
  return (
    <EntryPage
      title={`Join ${accountName}`}
      lead={
        <>
          You are invited as {role}, as <strong>{email}</strong>.
        </>
      }
    >
      <Form submit="Join the team" fields={["password"]} onSubmit={goOn}>
        {(problems) =>
          !(hasSignIn && isThem) && (
            <>
              <Username value={email} />
              <PasswordField
                label={hasSignIn ? "Your password" : "Choose a password"}
                value={password}
                onInput={setPassword}
                problem={problems["password"]}
                fresh={!hasSignIn}
              />
            </>
          )
        }
      </Form>
      {hasSignIn && !isThem && <p class="hint">You already have an account. Enter its password to continue.</p>}
      {mayTakeOver && !isThem && (
        <>
          <p class="hint">
            {takesOver
              ? "You get a new sign-in. The existing one loses this address, and you see none of its teams."
              : "The existing sign-in never verified this address; this link does. If it is not yours, take the address over."}
          </p>
          <Button size="small" onClick={() => setTakesOver(!takesOver)}>
            {takesOver ? "Sign in instead" : "Take the address over"}
          </Button>
        </>
      )}
    </EntryPage>
  );
}
