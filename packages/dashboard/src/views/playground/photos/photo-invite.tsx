import { Button } from "../../../ui/forms/button.tsx";
import { FileButton } from "../../../ui/forms/file-button.tsx";
import { CameraIcon, LinkIcon } from "../../../ui/icons.tsx";

interface PhotoInviteProps {
  /** Title of the slot, such as "Selfie". */
  readonly title: string;
  readonly onFile: (file: File) => void;
  readonly onCamera: () => void;
  /** Undefined if the endpoint accepts no URLs. */
  readonly onAddress: (() => void) | undefined;
}

/** An empty slot, with the ways to add a photo. */
export function PhotoInvite({ title, onFile, onCamera, onAddress }: PhotoInviteProps) {
  return (
    <div class="invite">
      <p>Drop or paste a photo, or</p>
      <div class="invite-buttons">
        <FileButton label={`${title}: choose a file`} accept="image/*" onFile={onFile}>
          Choose a file
        </FileButton>
        <Button size="small" label={`${title}: use the camera`} onClick={onCamera}>
          <CameraIcon />
          Camera
        </Button>
        {onAddress && (
          <Button size="small" label={`${title}: from an address`} onClick={onAddress}>
            <LinkIcon />
            Address
          </Button>
        )}
      </div>
    </div>
  );
}
