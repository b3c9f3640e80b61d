import { useState } from "preact/hooks";
import { replaceQuery, route } from "../../state/route.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Choice } from "../../ui/forms/choice.tsx";
import { PageHead } from "../../ui/parts.tsx";
import { endpoints } from "./request/endpoints.ts";
import type { Endpoint, Version } from "./request/endpoints.ts";
import { useExchange } from "./request/exchange.ts";
import { PhotoSlots } from "./photos/photo-slots.tsx";
import { RequestPanel } from "./request/request-panel.tsx";
import { ThresholdField } from "./request/threshold-field.tsx";
import { Verdict } from "./verdict.tsx";

const [first] = endpoints;

export function PlaygroundView() {
  const { path, query } = route.value;
  const endpoint = endpoints.find(({ name }) => name === path[1]) ?? first;
  return (
    endpoint && (
      <Bench
        key={endpoint.name}
        endpoint={endpoint}
        version={endpoint.versions.find((name) => name === query.get("version")) ?? endpoint.versions[0] ?? "v3"}
      />
    )
  );
}

function Bench({ endpoint, version }: { readonly endpoint: Endpoint; readonly version: Version }) {
  const [threshold, setThreshold] = useState<number>();
  const exchange = useExchange(endpoint, version, { threshold });
  const { draft, ready, busy, run, answer } = exchange;
  return (
    <>
      <PageHead title="Playground" lead={endpoint.about} />
      <div class="toolbar spread">
        <nav class="endpoint-tabs" aria-label="Endpoints">
          {endpoints.map(({ name, title }) => (
            <a key={name} href={`#/playground/${name}`} aria-current={name === endpoint.name ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {endpoint.versions.length > 1 ? (
          <Choice
            label="Version"
            value={version}
            options={endpoint.versions.map((value) => ({ value, text: `Version ${value.slice(1)}` }))}
            onChange={(value) => replaceQuery({ version: value === "v3" ? undefined : value })}
          />
        ) : (
          <span class="faint">Version {version.slice(1)}</span>
        )}
      </div>
      <PhotoSlots exchange={exchange} />
      <div class="run-bar">
        {endpoint.name === "verify" && version === "v3" && <ThresholdField value={threshold} onChange={setThreshold} />}
        <p class="hint">Sent with a key of your own that is valid for an hour. It counts like any other request.</p>
        <Button kind="primary" busy={busy} disabled={!ready} onClick={() => void run()}>
          {busy ? "Looking…" : "Send request"}
        </Button>
      </div>
      <div class="results">
        <section class="panel verdict" aria-label="Verdict" aria-live="polite" aria-busy={busy}>
          {answer ? (
            <Verdict endpoint={endpoint.name} version={version} answer={answer} />
          ) : (
            <p class="hint">
              The result appears here. Photos stay in the server’s memory during the request, and nowhere else.
            </p>
          )}
        </section>
        <RequestPanel draft={draft} answer={answer} />
      </div>
    </>
  );
}
