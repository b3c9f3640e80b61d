// A reporter of node:test that ends the process at the first failure, which is enough to notice a mutant.
export default async function* stopAtFailure(events) {
  for await (const { type } of events) {
    if (type === "test:fail") process.exit(1);
  }
  yield "";
}
