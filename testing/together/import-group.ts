import { before, test } from "node:test";

/**
 * Imports the test files that SELFSAME_TEST_TOGETHER names for a group, so that their tests run in this process. A file that cannot be
 * loaded fails by itself, and the others run.
 */
export function importGroup(group: string): void {
  const groups = JSON.parse(process.env["SELFSAME_TEST_TOGETHER"] || "{}") as Record<string, readonly string[]>;
  // Else those that a test starts would take themselves for this one.
  delete process.env["SELFSAME_TEST_TOGETHER"];
  const imported = importAll(groups[group] ?? []);
  // All before the first test begins: what `after` of a module ends would else be gone before the next one is there.
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
