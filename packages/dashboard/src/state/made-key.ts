import { signal } from "@preact/signals";

/** The private key created last while this page was open, which fills in example requests. Never stored. */
export const madeKey = signal("");

/** `ss_sk_…x7Qa`, or the name of a variable if there is no key. */
export const masked = (key: string): string =>
  key === "" ? "$SELFSAME_API_KEY" : `${key.slice(0, 6)}…${key.slice(-4)}`;
