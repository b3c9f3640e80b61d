import { useEffect, useState } from "preact/hooks";
import { ApiError, explain } from "../../api/api-error.ts";
import { noPasskeys, signInByAutofill } from "../../api/passkeys.ts";
import { request } from "../../api/request.ts";
import { leaveFor, returnTo } from "../../api/sign-on.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import type { FoundSignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { enter } from "../../state/session.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { EmailField, PasswordField } from "./password-fields.tsx";
import { PasskeyForm, useSecondStep } from "./second-step.tsx";
import { reasonText } from "./sign-on-reasons.ts";

/**
 * Keeps the address, so that the requested view is shown after sign-in.
 *
 * @param reason why single sign-on through the team's provider failed
 */
export function SignInView({ reason }: { readonly reason?: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const welcome = (me: Me) => {
    enter(me);
    if (reason !== undefined) location.hash = "#/";
  };
  const { entering, step } = useSecondStep(welcome);
  const passkeys = noPasskeys() === undefined;
  useAutofill(passkeys && !step, welcome);
  const [provider, setProvider] = useState<FoundSignOn["signOn"]>(null);
  // Single sign-on is only offered as a convenience. If this request fails, the password still works.
  const look = async (given: string) => {
    const found = await request<FoundSignOn>("POST", "/sign-on/find", { email: given }).catch(() => undefined);
    setProvider(found?.signOn ?? null);
  };
  const signIn = async () => {
    try {
      await entering(() => request<Me>("POST", "/sign-in", { email, password }));
    } catch (error) {
      if (error instanceof ApiError && error.code === "sign_on_required") await look(email);
      throw error;
    }
  };
  if (step) return step;
  return (
    <EntryPage title="Sign in" lead={reason === undefined ? undefined : <span role="alert">{reasonText(reason)}</span>}>
      {passkeys && <PasskeyForm onDone={welcome} />}
      {passkeys && <p class="or">or with your password</p>}
      <Form submit="Sign in" onSubmit={signIn}>
        {() => (
          <>
            <EmailField value={email} onInput={setEmail} onChange={(given) => void look(given)} autofocus />
            {provider && <ProviderButton email={email} provider={provider} />}
            <PasswordField value={password} onInput={setPassword} />
          </>
        )}
      </Form>
      <p class="hint">
        Forgot the password? The operator of this service can create a link to set a new one. Operators without one run{" "}
        <code>selfsame accounts reset E-MAIL</code> on the server.
      </p>
    </EntryPage>
  );
}

function ProviderButton({
  email,
  provider,
}: {
  readonly email: string;
  readonly provider: { host: string; required: boolean };
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const leave = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await leaveFor("/sign-on/start", { email, returnTo: returnTo() });
    } catch (error) {
      setProblem(explain(error));
      setBusy(false);
    }
  };
  return (
    <div class="sign-on" role="status">
      <Button kind="primary" busy={busy} onClick={() => void leave()}>
        Continue with {provider.host}
      </Button>
      <p class="hint">
        {provider.required
          ? "Your organization asks you to sign in there."
          : "Your organization lets you sign in there."}
      </p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Offers passkeys in autofill while the view is shown. */
function useAutofill(wanted: boolean, welcome: (me: Me) => void): void {
  useEffect(() => {
    if (!wanted) return;
    const stopping = new AbortController();
    void signInByAutofill(stopping.signal).then((me) => me && welcome(me));
    return () => stopping.abort();
  }, [wanted]);
}
