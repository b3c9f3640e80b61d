import { useEffect, useState } from "preact/hooks";
import { ApiError, explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import type { OpenInvitation } from "@selfsame/server/api/dashboard/answers/team";
import { go } from "../../state/route.ts";
import { enter, me } from "../../state/session.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Skeleton } from "../../ui/loaded.tsx";
import { EntryPage } from "./entry-page.tsx";
import { PasswordField, Username } from "./password-fields.tsx";
import { useSecondStep } from "./second-step.tsx";

/** Opened from the link that somebody of the team gave. */
export function InvitationView({ secret }: { readonly secret: string }) {
  const [found, setFound] = useState<OpenInvitation>();
  const [problem, setProblem] = useState<string>();
  const [password, setPassword] = useState("");
  const [takesOver, setTakesOver] = useState(false);
  const accept = async (given: object) => {
    enter(await request<Me>("POST", "/invitation/accept", { secret, ...given }));
    go("/");
  };
  const join = () => accept(found?.hasSignIn ? {} : { password });
  const { entering, step } = useSecondStep(async (signedIn) => {
    enter(signedIn);
    await join();
  });
  useEffect(() => {
    request<OpenInvitation>("POST", "/invitation", { secret }).then(setFound, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setProblem(explain(error));
    });
  }, [secret]);

  if (!found) {
    return (
      <EntryPage title="Invitation">
        {problem === undefined ? (
          <Skeleton lines={3} />
        ) : (
          <>
            <p role="alert">{problem}</p>
            <div class="actions">
              <ButtonLink href="#/" kind="primary">
                Sign in
              </ButtonLink>
            </div>
          </>
        )}
      </EntryPage>
    );
  }
  const { accountName, email, role, mayTakeOver } = found;
  const hasSignIn = found.hasSignIn && !takesOver;
  const isThem = me.value?.user.email === email;
  if (step) return step;
  // Who has a sign-in says who they are first; the link alone is not enough to act as them.
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
