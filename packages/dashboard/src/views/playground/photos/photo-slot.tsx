import { useState } from "preact/hooks";
import { Button } from "../../../ui/forms/button.tsx";
import { CameraIcon, CloseIcon, FileIcon, LinkIcon } from "../../../ui/icons.tsx";
import { Outlines } from "./outlines.tsx";
import type { Outline } from "./outlines.tsx";
import { takePhoto } from "./camera.ts";
import { slotTitles } from "../request/endpoints.ts";
import type { SlotName } from "../request/endpoints.ts";
import { readPhoto } from "./photo.ts";
import type { Photo } from "./photo.ts";
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
        {photo === undefined && (
          <div class="invite">
            <p>Drop or paste a photo, or</p>
            <div class="invite-buttons">
              <label class="button plain small pick">
                <FileIcon />
                Choose a file
                <input
                  type="file"
                  accept="image/*"
                  aria-label={`${title}: choose a file`}
                  onChange={(event) => {
                    const [file] = event.currentTarget.files ?? [];
                    if (file) void read(file, file.name);
                  }}
                />
              </label>
              <Button size="small" label={`${title}: use the camera`} onClick={() => void shoot()}>
                <CameraIcon />
                Camera
              </Button>
              {urls && (
                <Button size="small" label={`${title}: from an address`} onClick={() => setAsking(true)}>
                  <LinkIcon />
                  Address
                </Button>
              )}
            </div>
          </div>
        )}
        {photo?.from === "file" && (
          <div class="shown" style={{ "--ratio": String(photo.width / photo.height) }}>
            <img src={photo.url} alt={`${title}, as it is sent`} />
            <Outlines outlines={outlines} width={photo.width} height={photo.height} />
          </div>
        )}
        {photo?.from === "url" && (
          <div class="invite">
            <p>The service downloads</p>
            <code>{photo.address}</code>
          </div>
        )}
        {photo && (
          <button
            type="button"
            class="clear"
            aria-label={`Remove the ${title.toLowerCase()}`}
            onClick={() => onPhoto(undefined)}
          >
            <CloseIcon />
          </button>
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
