import { serviceUrl } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import { madeKey, masked } from "../../../state/made-key.ts";
import { Code } from "../../../ui/code.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { milliseconds } from "../../../ui/words/words.ts";
import type { Answer } from "../answers.ts";
import { codeSample, languages } from "./code-samples.ts";
import { Json } from "./json.tsx";
import type { Draft } from "./send.ts";

const tabs = ["Answer", ...languages] as const;

/** The raw response, and the request as code. */
export function RequestPanel({ draft, answer }: { readonly draft: Draft; readonly answer: Answer | undefined }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>("curl");
  const [followed, setFollowed] = useState<Answer>();
  // A new response is selected once; afterwards the person chooses the tab.
  if (answer && answer !== followed) {
    setFollowed(answer);
    setTab("Answer");
  }
  const address = serviceUrl();
  const key = madeKey.value;
  const status = answer && <span class="answer-status">{`${answer.status} · ${milliseconds(answer.durationMs)}`}</span>;
  return (
    <section class="panel exchange" aria-label="Request and response">
      <Tabs
        label="Answer and request"
        value={tab}
        onChange={setTab}
        aside={status}
        tabs={tabs.map((value) => ({ value, text: value }))}
      >
        {tab !== "Answer" ? (
          <Code tall label={`${tab} request`} copy={codeSample(tab, draft, address, key || undefined)}>
            {codeSample(tab, draft, address, masked(key))}
          </Code>
        ) : answer ? (
          <Code tall label="JSON" copy={JSON.stringify(answer.body, null, 2)}>
            <Json value={answer.body} />
          </Code>
        ) : (
          <p class="hint">The response appears here as JSON.</p>
        )}
      </Tabs>
    </section>
  );
}
