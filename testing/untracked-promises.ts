import hooks from "node:async_hooks";

/**
 * For `node --import`, before node:test is loaded: it follows every promise of its process, to tell of an error that nobody caught in which
 * test it came up. That makes `await` twenty times as slow and keeps what is long done from being collected; without it such an error fails
 * its file instead.
 */
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: hooks.HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
});
