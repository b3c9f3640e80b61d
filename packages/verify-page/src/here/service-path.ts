/** Root path of the service, which the server writes into each page: `/`, or the path prefix of SELFSAME_PUBLIC_URL with a slash at the end. */
const root = (): string => document.documentElement.dataset["root"] ?? "/";

/** @param path from the root of the service, such as /api/v3/session */
export const pathTo = (path: string): string => root() + path.slice(1);

/** URL of the service, without a slash at the end. */
export const serviceUrl = (): string => location.origin + pathTo("/").slice(0, -1);
