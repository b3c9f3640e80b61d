import { madeKey } from "../../state/made-key.ts";
import { Button } from "../../ui/forms/button.tsx";
import { endpoints } from "./request/endpoints.ts";
import type { Endpoint } from "./request/endpoints.ts";
import { useExchange } from "./request/exchange.ts";
import { PhotoSlots } from "./photos/photo-slots.tsx";
import { Verdict } from "./verdict.tsx";

/** Sends a first request from the page: two photos, a button and the result. */
export function TryIt() {
  const [verify] = endpoints;
  return verify && <Bench endpoint={verify} />;
}

function Bench({ endpoint }: { readonly endpoint: Endpoint }) {
  const exchange = useExchange(endpoint, "v3", { key: madeKey.value });
  const { ready, busy, run, answer } = exchange;
  return (
    <div class="try-it">
      <PhotoSlots exchange={exchange} />
      <div class="run-bar">
        <p class="hint">
          {madeKey.value === ""
            ? "Sent with a key that is valid for an hour. It counts like any other request."
            : "It is sent with the key above, and counts like any other request."}
        </p>
        <Button kind="primary" busy={busy} disabled={!ready} onClick={() => void run()}>
          {busy ? "Looking…" : "Compare them"}
        </Button>
      </div>
      <div class="verdict" aria-live="polite" aria-busy={busy}>
        {answer && <Verdict endpoint="verify" version="v3" answer={answer} />}
      </div>
    </div>
  );
}
