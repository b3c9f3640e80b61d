import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { MadeKey } from "@selfsame/server/api/v3/schemas/keys";
import { madeKey, masked } from "../../state/made-key.ts";
import { toastFailure } from "../../state/toasts.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Code } from "../../ui/code.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { verifyCurl } from "../../ui/curl.ts";
import { Skeleton } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/parts.tsx";

async function make(): Promise<void> {
  await toastFailure(async () => {
    madeKey.value = (await request<MadeKey>("POST", "/api/v3/keys", { name: "First steps", kind: "private" })).secret;
  });
}

interface GettingStartedProps {
  /** Whether the first request was received, from this page or elsewhere. */
  readonly answered: boolean;
}

/** For an account that has sent nothing yet. */
export function GettingStarted({ answered }: GettingStartedProps) {
  const key = madeKey.value;
  return (
    <Panel title="Three steps to the first response" lead="From no key to a verified pair of photos.">
      <ol class="steps">
        <li class={key ? "done" : ""}>
          <span class="step-mark">{key ? <CheckIcon /> : 1}</span>
          <div>
            <h3>Create a key</h3>
            {key ? (
              <>
                <p>It is shown only now. Copy it to where your program reads its secrets.</p>
                <p class="secret">
                  <code>{key}</code>
                  <CopyButton text={key} what="the key" />
                </p>
              </>
            ) : (
              <>
                <p>A private key lets your backend call the service. You can create more at any time.</p>
                <Button kind="primary" onClick={() => void make()}>
                  Create a private key
                </Button>
              </>
            )}
          </div>
        </li>
        <li class={answered ? "done" : ""}>
          <span class="step-mark">{answered ? <CheckIcon /> : 2}</span>
          <div>
            <h3>Send two photos</h3>
            <p>From a terminal, with a reference photo and a selfie of your own. What you copy has the key in it.</p>
            <Code label="curl line" copy={verifyCurl(key || "$SELFSAME_API_KEY")}>
              {verifyCurl(masked(key))}
            </Code>
          </div>
        </li>
        <li class={answered ? "done" : ""}>
          <span class="step-mark">{answered ? <CheckIcon /> : 3}</span>
          <div>
            <h3>Or run it from this page</h3>
            <p>Two photos, as files or from your camera. They stay in the server’s memory during the request.</p>
            <TryItHere />
          </div>
        </li>
      </ol>
      {answered && (
        <p class="steps-done" role="status">
          <CheckIcon />
          <span>
            The first response is here. <a href="#/usage?range=24h&split=outcome">See it in usage</a>, or continue in
            the <a href="#/playground/verify">playground</a>.
          </span>
        </p>
      )}
    </Panel>
  );
}

/** The playground is loaded on demand, so that the first view stays small. */
function TryItHere() {
  const [Ready, setReady] = useState<ComponentType | "failed">();
  useEffect(() => {
    import("../playground/try-it.tsx").then(
      ({ TryIt }) => setReady(() => TryIt),
      () => setReady("failed"),
    );
  }, []);
  if (Ready === undefined) return <Skeleton lines={4} />;
  return Ready === "failed" ? <ButtonLink href="#/playground/verify">Open the playground</ButtonLink> : <Ready />;
}
