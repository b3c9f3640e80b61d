/**
 * The parent of every error this client throws by itself, so that one `instanceof` tells them from others. The one
 * exception: when you abort a call, it rejects with your signal's own reason, as `fetch` does.
 */
export abstract class SelfsameError extends Error {}
