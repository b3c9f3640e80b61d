import { readFileSync } from "node:fs";

/**
 * The requests that the reference shows. Their responses in examples.json come from the running service (`npm run docs` requests them again). A test
 * sends every request and compares.
 */
export interface Example {
  readonly endpoint: "verify" | "analyze" | "models";
  readonly summary: string;
  /** Maps a part to its portrait file. */
  readonly photos: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
}

export const examples = {
  same_person: {
    endpoint: "verify",
    summary: "The same person",
    photos: { reference: "amal", selfie: "amal-selfie" },
  },
  another_person: {
    endpoint: "verify",
    summary: "Another person",
    photos: { reference: "amal", selfie: "bea" },
  },
  several_faces: {
    endpoint: "verify",
    summary: "Several faces: the main one counts",
    photos: { reference: "amal", selfie: "amal-with-a-friend" },
    texts: { threshold: "0.7" },
  },
  one_face: { endpoint: "analyze", summary: "One face", photos: { photo: "bea" } },
  no_face: { endpoint: "analyze", summary: "No face", photos: { photo: "wall" } },
  models: { endpoint: "models", summary: "The models in use", photos: {} },
} as const satisfies Record<string, Example>;

export type ExampleName = keyof typeof examples;

export const exampleAnswersPath = new URL("examples.json", import.meta.url);

/** The response to each example, with a plausible request id and duration. */
export const readExampleAnswers = (): Readonly<Record<ExampleName, object>> =>
  JSON.parse(readFileSync(exampleAnswersPath, "utf8")) as Readonly<Record<ExampleName, object>>;
