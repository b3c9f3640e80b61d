import { useState } from "preact/hooks";
import type { Shown } from "./shown.ts";

/** Shown below every step after the consent: the person's copy of it, and a way to withdraw it before the verdict. */
export function Consent({ say, session, receipt, withdraw, withdrawing, setWithdrawing }: Shown) {
  const [problem, setProblem] = useState<"fault_title" | "withdraw_late">();
  const doing = (what: () => Promise<void>) => () => {
    setProblem(undefined);
    what().catch((error: unknown) => {
      console.warn("The service did not answer", error);
      setProblem("fault_title");
    });
  };
  const takeBack = async () => {
    if (!(await withdraw())) setProblem("withdraw_late");
    setWithdrawing(false);
  };
  const canWithdraw = session?.consent.can_withdraw === true;
  return (
    <section class="consent-links" aria-label={say("stage_consent")}>
      {problem && <p role="alert">{say(problem)}</p>}
      {withdrawing && canWithdraw ? (
        <>
          <p>{say("withdraw_sure")}</p>
          <Choice onClick={doing(takeBack)}>{say("withdraw")}</Choice>
          <Choice onClick={() => setWithdrawing(false)}>{say("withdraw_not")}</Choice>
        </>
      ) : (
        <>
          <Choice onClick={doing(receipt)}>{say("consent_copy")}</Choice>
          {canWithdraw && <Choice onClick={() => setWithdrawing(true)}>{say("withdraw")}</Choice>}
        </>
      )}
    </section>
  );
}

function Choice({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button type="button" onClick={onClick}>
      {children}
    </button>
  );
}
