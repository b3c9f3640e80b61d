import { readFileSync } from "node:fs";

/**
 * The requests that the reference shows. Their answers, in examples.json, were given by the running service (`npm run docs` asks it
 * again), and a test sends every one and compares.
 */
export interface Example {
  readonly endpoint: "verify" | "analyze" | "models";
  readonly summary: string;
  /** Part -> portrait. */
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

/** The answer to each example, with a request id and a duration as they may be. */
export const readExampleAnswers = (): Readonly<Record<ExampleName, object>> =>
  JSON.parse(readFileSync(exampleAnswersPath, "utf8")) as Readonly<Record<ExampleName, object>>;
