import { useState } from "preact/hooks";
import type { Shown } from "./shown.ts";

/** Under every step after the consent: the person's copy of it, and the way to take it back while there is no verdict. */
export function Consent({ say, session, receipt, withdraw }: Shown) {
  const [asks, setAsks] = useState(false);
  const [failed, setFailed] = useState(false);
  const doing = (what: () => Promise<void>) => () => {
    setFailed(false);
    what().catch((error: unknown) => {
      console.warn("The service did not answer", error);
      setFailed(true);
    });
  };
  const canWithdraw = session?.end === null || session?.end === "in_review";
  const isAsking = asks && canWithdraw;
  return (
    <section class="consent-links" aria-label={say("stage_consent")}>
      {failed && <p role="alert">{say("fault_title")}</p>}
      {isAsking ? (
        <>
          <p>{say("withdraw_sure")}</p>
          <Choice onClick={doing(withdraw)}>{say("withdraw")}</Choice>
          <Choice onClick={() => setAsks(false)}>{say("withdraw_not")}</Choice>
        </>
      ) : (
        <>
          <Choice onClick={doing(receipt)}>{say("consent_copy")}</Choice>
          {canWithdraw && <Choice onClick={() => setAsks(true)}>{say("withdraw")}</Choice>}
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
