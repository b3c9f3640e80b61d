import { before, test } from "node:test";

/**
 * Imports the test files that SELFSAME_TEST_TOGETHER lists for a group, so that their tests run in this process. A file that cannot be loaded fails
 * alone, and the others run.
 */
export function importGroup(group: string): void {
  const groups = JSON.parse(process.env["SELFSAME_TEST_TOGETHER"] || "{}") as Record<string, readonly string[]>;
  // Otherwise processes that a test starts would run as this one.
  delete process.env["SELFSAME_TEST_TOGETHER"];
  const imported = importAll(groups[group] ?? []);
  // All are imported before the first test begins: otherwise a module's `after` could end shared resources before the next module is loaded.
  before(() => imported);
}

async function importAll(files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      await import(file);
    } catch (error) {
      void test(`${file} is loaded`, () => Promise.reject(error));
    }
  }
}
