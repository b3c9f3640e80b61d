import { Outlines } from "./outlines.tsx";
import type { Outline } from "./outlines.tsx";
import type { Photo } from "./photo.ts";

interface ShownPhotoProps {
  readonly photo: Photo;
  /** Title of the slot, such as "Selfie". */
  readonly title: string;
  readonly outlines: readonly Outline[];
}

/** The photo with outlines of the faces found, or the URL that it is downloaded from. */
export function ShownPhoto({ photo, title, outlines }: ShownPhotoProps) {
  if (photo.from === "url") {
    return (
      <div class="invite">
        <p>The service downloads</p>
        <code>{photo.address}</code>
      </div>
    );
  }
  return (
    <div class="shown" style={{ "--ratio": String(photo.width / photo.height) }}>
      <img src={photo.url} alt={`${title}, as it is sent`} />
      <Outlines outlines={outlines} width={photo.width} height={photo.height} />
    </div>
  );
}
