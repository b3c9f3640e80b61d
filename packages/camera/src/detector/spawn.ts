interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Where a page requires Trusted Types it allows this name: `trusted-types selfsame-camera`. */
let policy: { createScriptURL(url: string): string } | undefined;

/**
 * A worker may only be started from the page's own origin. From another one it starts as a blob: whose single line imports the
 * script; the page's policy then needs `worker-src blob:`.
 */
export function spawn(url: string): Worker {
  const foreign = new URL(url).origin !== location.origin;
  const start = foreign
    ? URL.createObjectURL(new Blob([`import ${JSON.stringify(url)}`], { type: "text/javascript" }))
    : url;
  const worker = new Worker(trusted(start), { type: "module", name: "selfsame-camera" });
  // The worker has read it when it answers for the first time. Revoked sooner, Safari does not find it.
  if (foreign) worker.addEventListener("message", () => URL.revokeObjectURL(start), { once: true });
  return worker;
}

function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  policy ??= trustedTypes.createPolicy("selfsame-camera", { createScriptURL: (url) => url });
  return policy.createScriptURL(url);
}
