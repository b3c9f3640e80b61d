import { useState } from "preact/hooks";
import type { SignOnTest } from "@selfsame/server/api/dashboard/answers/sign-on";
import { explain } from "../../../api/api-error.ts";
import { leaveFor } from "../../../api/sign-on.ts";
import { useResource } from "../../../state/resource.ts";
import { Code } from "../../../ui/code.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Badge, Panel } from "../../../ui/parts.tsx";

/** Results of a test sign-in, and what a real one would lead to. */
const outcomes: Readonly<Record<SignOnTest["outcome"], readonly ["good" | "warn" | "bad", string]>> = {
  known: ["good", "Would be signed in: already linked to the provider."],
  found: ["good", "Would be signed in, and linked to the provider."],
  new: ["good", "Would join the team as a new person."],
  proof_needed: [
    "warn",
    "Would enter the password once: this person is an owner, an operator of the service, or in other teams as well.",
  ],
  other_subject: ["bad", "Rejected: another person at the provider, who is a member here, had this e-mail address."],
  no_email: [
    "bad",
    "Rejected: the provider returned no e-mail address in the chosen claim. Allow the scope “email” there, or choose the claim below that has it.",
  ],
  email_not_verified: ["bad", "Rejected: the provider does not report the e-mail address as verified."],
  domain_not_claimed: ["bad", "Rejected: the domain of the e-mail address is not proven to be yours."],
  other_issuer: ["bad", "The provider answers for another issuer than the one that is set up."],
  unreachable: ["bad", "The provider cannot be reached."],
  declined: ["bad", "The provider declined the sign-in."],
  wrong_answer: ["bad", "The provider's response is invalid. Check the client ID and the secret."],
};

/** @param id of the test from which the browser has just returned */
export function TestPanel({ id }: { readonly id: string | null }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const test = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await leaveFor("/sign-on/test", {});
    } catch (error) {
      setProblem(explain(error));
      setBusy(false);
    }
  };
  return (
    <Panel
      title="Test"
      lead="Signs on once and shows the provider's response. You stay signed in as you are."
      aside={
        <Button size="small" kind="primary" busy={busy} onClick={() => void test()}>
          Test the sign-on
        </Button>
      }
    >
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined && id !== null && <Result id={id} />}
    </Panel>
  );
}

function Result({ id }: { readonly id: string }) {
  const result = useResource<SignOnTest>(`/sign-on/tests/${encodeURIComponent(id)}`);
  return (
    <Loaded from={result} lines={2}>
      {({ outcome, detail, email, claims }) => {
        const [tone, text] = outcomes[outcome];
        return (
          <div class="test-result" role="status">
            <p>
              <Badge tone={tone}>{tone === "bad" ? "rejected" : "passed"}</Badge>{" "}
              {email !== null && <strong>{email}</strong>} {text}
            </p>
            {detail !== null && (
              <p class="hint">
                What the check is called: <code>{detail}</code>
              </p>
            )}
            {Object.keys(claims).length > 0 && (
              <Code label="Claims" copy={JSON.stringify(claims, null, 2)}>
                {JSON.stringify(claims, null, 2)}
              </Code>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
