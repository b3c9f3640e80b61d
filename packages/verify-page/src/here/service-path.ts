/** The root of the service on its host, written into each page: `/`, or the path prefix of SELFSAME_PUBLIC_URL with a slash at its end. */
const root = (): string => document.documentElement.dataset["root"] ?? "/";

/** @param path from the root of the service, such as /api/v3/session */
export const pathTo = (path: string): string => root() + path.slice(1);

/** The service's address, without a slash at its end. */
export const serviceUrl = (): string => location.origin + pathTo("/").slice(0, -1);
