/** How many made-up inputs a test tries: a few in every run, ten times as many in `npm run test:fuzz`. */
export const fuzzRuns = (few: number): number => (process.env["SELFSAME_TEST_FUZZ"] === "true" ? 10 * few : few);
