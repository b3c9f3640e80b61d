import assert from "node:assert/strict";

/** The reason that the promise was rejected with. */
export async function caught(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ rejected: false as const }),
    (error: unknown) => ({ rejected: true as const, error }),
  );
  if (!outcome.rejected) assert.fail("it was not rejected");
  return outcome.error;
}
