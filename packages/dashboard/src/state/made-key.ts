import { signal } from "@preact/signals";

/** The private key that was made last while this page was open: example requests are filled in with it. Never stored. */
export const madeKey = signal("");

/** `ss_sk_…x7Qa`, or the name of a variable where there is none. */
export const masked = (key: string): string =>
  key === "" ? "$SELFSAME_API_KEY" : `${key.slice(0, 6)}…${key.slice(-4)}`;
