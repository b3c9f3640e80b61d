/** Whether this is `npm run test:fuzz`, whose tests may take long. */
export const isFuzzRun = process.env["SELFSAME_TEST_FUZZ"] === "true";

/** Number of random inputs that a test tries: a few in every run, five times as many in `npm run test:fuzz`. */
export const fuzzRuns = (few: number): number => (isFuzzRun ? 5 * few : few);
