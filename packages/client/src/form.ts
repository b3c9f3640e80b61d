import { readPhoto, type Photo } from "./photo.ts";

export interface FormParts {
  readonly photos: Readonly<Record<string, Photo | readonly Photo[] | undefined>>;
  readonly texts?: Readonly<Record<string, string | number | boolean | null | undefined>>;
}

/** Builds the multipart body of a call; undefined and null parts are left out. */
export async function buildForm({ photos, texts = {} }: FormParts): Promise<FormData> {
  const form = new FormData();
  for (const [name, given] of Object.entries(photos)) {
    const several = Array.isArray(given) ? (given as readonly Photo[]) : [given as Photo | undefined];
    for (const photo of several) {
      // The file's own name is not sent, because it may contain a person's name.
      if (photo !== undefined) form.append(name, await readPhoto(photo, name), name);
    }
  }
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined && text !== null) form.append(name, String(text));
  }
  return form;
}
