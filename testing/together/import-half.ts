import { test } from "node:test";

/**
 * Imports every other test file of those named in SELFSAME_TEST_TOGETHER, so that their tests run in this process. A file that cannot be
 * loaded fails by itself, and the others run.
 */
export async function importHalf(half: 0 | 1): Promise<void> {
  const files = JSON.parse(process.env["SELFSAME_TEST_TOGETHER"] || "[]") as string[];
  // Else those that a test starts would take themselves for this one.
  delete process.env["SELFSAME_TEST_TOGETHER"];
  for (const file of files.filter((_, index) => index % 2 === half)) {
    try {
      await import(file);
    } catch (error) {
      void test(`${file} is loaded`, () => Promise.reject(error));
    }
  }
}
