import { useEffect, useRef, useState } from "preact/hooks";
import { explain } from "../../api/api-error.ts";
import { replaceQuery, route } from "../../state/route.ts";
import { toast } from "../../state/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { PageHead } from "../../ui/parts.tsx";
import type { Answer } from "./answers.ts";
import { useDroppedFiles } from "./dropped.ts";
import { endpoints, takesUrls } from "./endpoints.ts";
import type { Endpoint, SlotName, Version } from "./endpoints.ts";
import { outlinesOf } from "./outlines-of.ts";
import { PhotoSlot } from "./photo-slot.tsx";
import { readPhoto } from "./photo.ts";
import type { Photo } from "./photo.ts";
import { RequestPanel } from "./request-panel.tsx";
import { send } from "./send.ts";
import type { Draft } from "./send.ts";
import { ThresholdField } from "./threshold-field.tsx";
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
  const [photos, setPhotos] = useState<Draft["photos"]>({});
  const [threshold, setThreshold] = useState<number>();
  const [answered, setAnswered] = useState<{ readonly version: Version; readonly answer: Answer }>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  // What one version answered is not shown as the other’s.
  const answer = answered?.version === version ? answered.answer : undefined;
  const urls = takesUrls(endpoint, version);
  const draft: Draft = { endpoint, version, photos, threshold };
  const ready = endpoint.slots.every((slot) => photos[slot] !== undefined && (urls || photos[slot].from === "file"));

  const forget = () => {
    running.current?.abort();
    running.current = undefined;
    setBusy(false);
    setAnswered(undefined);
  };
  useEffect(() => () => running.current?.abort(), []);
  const put = (slot: SlotName, photo: Photo | undefined) => {
    forget();
    setPhotos((before) => ({ ...before, [slot]: photo }));
  };
  useDroppedFiles((files) => void place(files, endpoint, photos, put));

  const run = async () => {
    if (!ready || busy) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      setAnswered({ version, answer: await send(draft, controller.signal) });
    } catch (error) {
      if (!controller.signal.aborted) toast(explain(error), "failed");
    } finally {
      if (running.current === controller) setBusy(false);
    }
  };

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
      <div class={`slots of-${endpoint.slots.length}`}>
        {endpoint.slots.map((slot) => (
          <PhotoSlot
            key={slot}
            slot={slot}
            photo={photos[slot]}
            onPhoto={(photo) => put(slot, photo)}
            outlines={outlinesOf(endpoint.name, version, answer, slot)}
            urls={urls}
            busy={busy}
          />
        ))}
      </div>
      <div class="run-bar">
        {endpoint.name === "verify" && version === "v3" && <ThresholdField value={threshold} onChange={setThreshold} />}
        <p class="hint">It is sent with a key of your own that lives for an hour, and counts like any other request.</p>
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
              What came of it appears here. Photos stay in the server’s memory for the moment it takes, and nowhere
              else.
            </p>
          )}
        </section>
        <RequestPanel draft={draft} answer={answer} />
      </div>
    </>
  );
}

/** Dropped photos go to the places that are free, then over the first. */
async function place(
  files: readonly File[],
  { slots }: Endpoint,
  photos: Draft["photos"],
  put: (slot: SlotName, photo: Photo) => void,
): Promise<void> {
  const free = slots.filter((slot) => photos[slot] === undefined);
  const places = [...free, ...slots.filter((slot) => !free.includes(slot))];
  for (const [index, file] of files.slice(0, slots.length).entries()) {
    const slot = places[index];
    try {
      if (slot) put(slot, await readPhoto(file, file.name));
    } catch {
      toast(`${file.name} cannot be read as a photo.`, "failed");
    }
  }
}
