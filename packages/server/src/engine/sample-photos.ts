import { join } from "node:path";

const root = join(import.meta.dirname, "../../../../node_modules/@vladmandic/face-api/demo");

/** Photos for tests: 1 to 6, all of people, from a development dependency. */
export const samplePhoto = (number: 1 | 2 | 3 | 4 | 5 | 6): string => join(root, `sample${number}.jpg`);
