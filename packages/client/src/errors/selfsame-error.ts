/**
 * Base class of every error that this client throws itself, for one `instanceof` check. Exception: an aborted call rejects with your signal's own
 * reason, as `fetch` does.
 */
export abstract class SelfsameError extends Error {}
