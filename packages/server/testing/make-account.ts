import assert from "node:assert/strict";
import { createAccount } from "../src/accounts/people/accounts/changes.ts";

/** For tests: creates an account whose owner is a new user. */
export async function makeAccount(...given: Parameters<typeof createAccount>) {
  const made = await createAccount(...given);
  assert.ok(made.outcome === "made");
  return made;
}
