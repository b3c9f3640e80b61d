const prefix = "opentelemetry.js.api.";

/** Oldest minor version of 1 that this service's copy of `@opentelemetry/api` accepts: its own. */
const minorMin = 3;

/**
 * Why spans reach no SDK although one is loaded: the API accepts only a registration of its own major version, no older than itself, and ignores others
 * silently (`@opentelemetry/api`, internal/global-utils).
 * @param globals where SDKs register
 * @returns undefined if none is registered, or a usable one
 */
export function tracingProblem(globals: object = globalThis): string | undefined {
  const registered = Object.getOwnPropertySymbols(globals).flatMap((symbol) => {
    const key = Symbol.keyFor(symbol);
    const version = key?.startsWith(prefix) ? versionOf(Reflect.get(globals, symbol)) : undefined;
    return version === undefined ? [] : [version];
  });
  const usable = registered.some((version) => {
    const [major, minor] = version.split(".").map(Number);
    return major === 1 && (minor ?? 0) >= minorMin;
  });
  if (usable || registered.length === 0) return undefined;
  return `no traces are sent: the OpenTelemetry SDK registered with @opentelemetry/api ${registered.join(", ")}. Install an SDK that uses 1.${minorMin} or a later 1.x.`;
}

/** A registration stores its version there; `false` and others are none. */
function versionOf(registration: unknown): string | undefined {
  if (typeof registration !== "object" || registration === null || !("version" in registration)) return undefined;
  return typeof registration.version === "string" ? registration.version : undefined;
}
