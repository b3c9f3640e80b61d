import { useEffect, useRef, useState } from "preact/hooks";
import { explain } from "../../../api/api-error.ts";
import { toast } from "../../../state/toasts.ts";
import type { Answer } from "../answers.ts";
import { useDroppedFiles } from "../photos/dropped.ts";
import { takesUrls } from "./endpoints.ts";
import type { Endpoint, SlotName, Version } from "./endpoints.ts";
import { readPhoto } from "../photos/photo.ts";
import type { Photo } from "../photos/photo.ts";
import { send } from "./send.ts";
import type { Draft } from "./send.ts";

/** The photos, the request and its response. */
export interface Exchange {
  readonly draft: Draft;
  readonly put: (slot: SlotName, photo: Photo | undefined) => void;
  /** Whether all photos are present. */
  readonly ready: boolean;
  readonly busy: boolean;
  readonly run: () => Promise<void>;
  /** The response to these photos, from this version. */
  readonly answer: Answer | undefined;
}

interface Options {
  readonly threshold?: number | undefined;
  /** Empty: the account's own playground key. */
  readonly key?: string;
}

export function useExchange(endpoint: Endpoint, version: Version, { threshold, key = "" }: Options = {}): Exchange {
  const [photos, setPhotos] = useState<Draft["photos"]>({});
  const [answered, setAnswered] = useState<{ readonly version: Version; readonly answer: Answer }>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);
  const draft: Draft = { endpoint, version, photos, threshold };
  const urls = takesUrls(endpoint, version);
  const ready = endpoint.slots.every((slot) => photos[slot] !== undefined && (urls || photos[slot].from === "file"));

  useEffect(() => () => running.current?.abort(), []);
  const put = (slot: SlotName, photo: Photo | undefined) => {
    running.current?.abort();
    running.current = undefined;
    setBusy(false);
    setAnswered(undefined);
    setPhotos((before) => ({ ...before, [slot]: photo }));
  };
  useDroppedFiles((files) => void place(files, endpoint, photos, put));

  const run = async () => {
    if (!ready || busy) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      setAnswered({ version, answer: await send(draft, key, controller.signal) });
    } catch (error) {
      if (!controller.signal.aborted) toast(explain(error), "failed");
    } finally {
      if (running.current === controller) setBusy(false);
    }
  };
  // A response of one version is not shown for the other.
  return { draft, put, ready, busy, run, answer: answered?.version === version ? answered.answer : undefined };
}

/** Dropped photos fill the free slots, then replace those from the first slot on. */
async function place(
  files: readonly File[],
  { slots }: Endpoint,
  photos: Draft["photos"],
  put: Exchange["put"],
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
