import hooks from "node:async_hooks";

/**
 * For `node --import`, before node:test is loaded, because of two ways in which node:test follows all asynchronous work of its process, to report in
 * which test an uncaught error occurred.
 * - It tracks every promise. That makes `await` twenty times as slow, and prevents garbage collection of settled promises. Without tracking, such an
 *   error fails its file instead.
 * - It never forgets a hook, such as `t.after`, nor what its function refers to: each service that a test stopped would stay in memory, and hundreds
 *   of them make each garbage collection take a second.
 */
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: hooks.HookCallbacks) =>
    createHook({
      ...callbacks,
      init(id, type, trigger, resource) {
        if (resource.constructor.name === "TestHook") return;
        if (isTest(resource)) forgetHooksAtEnd(resource);
        callbacks.init?.(id, type, trigger, resource);
      },
      trackPromises: false,
    }),
});

/** The class of node:test itself, which is not exported. */
interface Test {
  postRun(...given: readonly unknown[]): unknown;
  readonly hooks?: Readonly<Record<string, unknown>>;
}

const isTest = (resource: object): resource is Test => resource.constructor.name === "Test" && "postRun" in resource;

function forgetHooksAtEnd(test: Test): void {
  const postRun = test.postRun.bind(test);
  test.postRun = (...given) => {
    const result = postRun(...given);
    for (const its of Object.values(test.hooks ?? {})) if (Array.isArray(its)) its.length = 0;
    return result;
  };
}
