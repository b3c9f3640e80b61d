import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import { noPasskeys, signInByPasskey } from "../../api/passkeys.ts";
import { request } from "../../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { EntryPage } from "./entry-page.tsx";

type Needed = "code_needed" | "passkey_needed";

/**
 * The second step of a sign-in. `entering` signs in; if that requires a second step, `step` is what the view shows instead.
 *
 * @param done called with the person who signed in, after the first or the second step
 */
export function useSecondStep(done: (me: Me) => void | Promise<void>) {
  const [needed, setNeeded] = useState<Needed>();
  const entering = async (ask: () => Promise<Me>) => {
    try {
      await done(await ask());
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      if (code !== "code_needed" && code !== "passkey_needed") throw error;
      setNeeded(code);
    }
  };
  const step = needed && <SecondStep needed={needed} onDone={done} />;
  return { entering, step };
}

function SecondStep({
  needed,
  onDone,
}: {
  readonly needed: Needed;
  readonly onDone: (me: Me) => void | Promise<void>;
}) {
  const [code, setCode] = useState("");
  const byApp = needed === "code_needed";
  const passkeys = noPasskeys() === undefined;
  return (
    <EntryPage
      title="One more step"
      lead={
        byApp
          ? "Your password is correct. Confirm with a second factor."
          : "Your password is correct. Use your passkey, too."
      }
    >
      {passkeys && <PasskeyForm onDone={onDone} />}
      {passkeys && <p class="or">or</p>}
      <Form
        submit="Continue"
        fields={["code"]}
        onSubmit={async () => onDone(await request<Me>("POST", "/sign-in/code", { code }))}
      >
        {(wrong) => (
          <TextField
            label={byApp ? "Code of your authenticator app" : "Recovery code"}
            value={code}
            onInput={setCode}
            problem={wrong["code"]}
            hint={byApp ? "Without your phone, type one of your recovery codes." : "One of the codes that you saved."}
            input={{
              name: "code",
              required: true,
              maxLength: 60,
              spellcheck: false,
              autocomplete: byApp ? "one-time-code" : "off",
              autofocus: true,
            }}
          />
        )}
      </Form>
      <p class="hint">
        Lost all of them? The operator of this service can reset your access. <a href={pathTo("/")}>Start again</a>
      </p>
    </EntryPage>
  );
}

/** A form, because it shows pending requests and errors. */
export function PasskeyForm({ onDone }: { readonly onDone: (me: Me) => void | Promise<void> }) {
  return (
    <Form submit="Use a passkey" onSubmit={async () => onDone(await signInByPasskey())}>
      {() => null}
    </Form>
  );
}
