import hooks from "node:async_hooks";

/**
 * For `node --import`, before node:test is loaded. node:test tracks every promise of its process, to report in which test an uncaught error occurred.
 * That makes `await` twenty times as slow, and prevents garbage collection of settled promises. Without tracking, such an error fails its file
 * instead.
 */
const { createHook } = hooks;
Object.assign(hooks, {
  createHook: (callbacks: hooks.HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
});
