import { useState } from "preact/hooks";
import { CloseIcon } from "../../../ui/icons.tsx";
import type { Outline } from "./outlines.tsx";
import { takePhoto } from "./camera.ts";
import { slotTitles } from "../request/endpoints.ts";
import type { SlotName } from "../request/endpoints.ts";
import { readPhoto } from "./photo.ts";
import type { Photo } from "./photo.ts";
import { PhotoInvite } from "./photo-invite.tsx";
import { ShownPhoto } from "./shown-photo.tsx";
import { UrlForm } from "../request/url-form.tsx";

interface PhotoSlotProps {
  readonly slot: SlotName;
  readonly photo: Photo | undefined;
  readonly onPhoto: (photo: Photo | undefined) => void;
  readonly outlines: readonly Outline[];
  readonly urls: boolean;
  readonly busy: boolean;
}

export function PhotoSlot({ slot, photo, onPhoto, outlines, urls, busy }: PhotoSlotProps) {
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(false);
  const title = slotTitles[slot];
  const read = async (blob: Blob, name: string) => {
    try {
      onPhoto(await readPhoto(blob, name));
      setProblem("");
    } catch {
      setProblem("This browser cannot read that file as a photo.");
    }
  };
  const shoot = async () => {
    try {
      const blob = await takePhoto(slot === "reference" ? "environment" : "user");
      if (blob) await read(blob, `${slot}.jpg`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "");
    }
  };
  return (
    <section class={`slot ${busy ? "busy" : ""}`} aria-label={title}>
      <div class="slot-head">
        <h2>{title}</h2>
        {photo?.from === "file" && (
          <span class="slot-note">
            {photo.width} × {photo.height}
            {photo.redrawn && ", drawn anew as JPEG"}
          </span>
        )}
      </div>
      <div class={`frame ${photo ? "filled" : ""}`}>
        {photo === undefined ? (
          <PhotoInvite
            title={title}
            onFile={(file) => void read(file, file.name)}
            onCamera={() => void shoot()}
            onAddress={urls ? () => setAsking(true) : undefined}
          />
        ) : (
          <>
            <ShownPhoto photo={photo} title={title} outlines={outlines} />
            <button
              type="button"
              class="clear"
              aria-label={`Remove the ${title.toLowerCase()}`}
              onClick={() => onPhoto(undefined)}
            >
              <CloseIcon />
            </button>
          </>
        )}
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {asking && (
        <UrlForm
          title={title}
          onClose={() => setAsking(false)}
          onAddress={(address) => {
            setAsking(false);
            setProblem("");
            onPhoto({ from: "url", address });
          }}
        />
      )}
    </section>
  );
}
