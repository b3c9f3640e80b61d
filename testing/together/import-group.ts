import { describe, test } from "node:test";

/**
 * Imports the test files that SELFSAME_TEST_TOGETHER names for a group, so that their tests run in this process. A file that cannot be
 * loaded fails by itself, and the others run.
 */
export function importGroup(group: string): void {
  const groups = JSON.parse(process.env["SELFSAME_TEST_TOGETHER"] || "{}") as Record<string, readonly string[]>;
  // Else those that a test starts would take themselves for this one.
  delete process.env["SELFSAME_TEST_TOGETHER"];
  // All before the first test begins: what `after` of a module ends would else be gone before the next one is there.
  void describe(group, async () => {
    for (const file of groups[group] ?? []) {
      try {
        await import(file);
      } catch (error) {
        void test(`${file} is loaded`, () => Promise.reject(error));
      }
    }
  });
}
