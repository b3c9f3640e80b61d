import { readPhoto, type Photo } from "./photo.ts";

export interface FormParts {
  readonly photos: Readonly<Record<string, Photo | undefined>>;
  readonly texts?: Readonly<Record<string, string | number | undefined>>;
}

/** The multipart body of a call; parts that are undefined are left out. */
export async function buildForm({ photos, texts = {} }: FormParts): Promise<FormData> {
  const form = new FormData();
  for (const [name, photo] of Object.entries(photos)) {
    // The file's own name stays at home: it may name a person.
    if (photo !== undefined) form.append(name, await readPhoto(photo, name), name);
  }
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined) form.append(name, String(text));
  }
  return form;
}
