import { useEffect, useState } from "preact/hooks";
import { momentOf } from "../../../ui/words/times.ts";
import type { PrivateKey, Shown } from "./open-photos.ts";

/** As returned by version 3. */
export interface SealedPhoto {
  readonly part: "reference" | "frame" | "selfie";
  readonly attempt: number;
  readonly sealed_at: string;
  readonly expires_at: string;
  readonly jwe: string;
}

type Open = (session: string, photo: SealedPhoto, key: PrivateKey) => Promise<Shown>;

interface SealedPhotosProps {
  readonly session: string;
  readonly photos: readonly SealedPhoto[];
  readonly privateKey: PrivateKey | undefined;
  readonly open: Open;
}

export function SealedPhotos({ photos, ...rest }: SealedPhotosProps) {
  return (
    <ul class="sealed-photos">
      {photos.map((photo, index) => (
        <li key={index}>
          <Photo photo={photo} {...rest} />
        </li>
      ))}
    </ul>
  );
}

interface PhotoProps extends Omit<SealedPhotosProps, "photos"> {
  readonly photo: SealedPhoto;
}

function Photo({ session, photo, privateKey, open }: PhotoProps) {
  const shown = useOpened(session, photo, privateKey, open);
  const name = nameOf(photo);
  return (
    <figure>
      {shown && "url" in shown ? (
        <img src={shown.url} alt={name} />
      ) : (
        <p class={shown ? "problem" : "faint"}>{shown ? shown.problem : "Sealed"}</p>
      )}
      <figcaption class="two-lines">
        <span class="strong">{name}</span>
        <span class="faint">Sealed {momentOf(Date.parse(photo.sealed_at))}</span>
        <span class="faint">Stored until {momentOf(Date.parse(photo.expires_at))}</span>
      </figcaption>
    </figure>
  );
}

/** Decrypts a photo. Without a key, or when the view closes, the picture is removed from the browser's memory. */
function useOpened(session: string, photo: SealedPhoto, key: PrivateKey | undefined, open: Open): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (!key) return;
    let made: Shown | undefined;
    let left = false;
    const revoke = () => made && "url" in made && URL.revokeObjectURL(made.url);
    const show = async () => {
      made = await open(session, photo, key);
      if (left) revoke();
      else setShown(made);
    };
    void show();
    return () => {
      left = true;
      revoke();
      setShown(undefined);
    };
  }, [key]);
  return shown;
}

const partNames = { reference: "Reference", frame: "Live challenge", selfie: "Selfie" } as const;

const nameOf = ({ part, attempt }: SealedPhoto): string =>
  attempt === 0 ? partNames[part] : `${partNames[part]} of attempt ${attempt}`;
