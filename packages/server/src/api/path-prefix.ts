/** For a service that shares its host: every path of SELFSAME_PUBLIC_URL=https://host/faces begins with /faces. */

/** @returns the path of an address without a trailing slash: /faces, or an empty string */
export const prefixOf = (publicUrl: string): string => URL.parse(publicUrl)?.pathname.replace(/\/+$/, "") ?? "";

/**
 * Proxies that remove the prefix send /verify, others /faces/verify: both are the same path of the service.
 * @returns what the router reads
 */
export function withoutPrefix(url: string, prefix: string): string {
  if (prefix === "" || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : url;
}

/** Adds the prefix to HTML written for the root of a host. Text has its quotes escaped, so only attributes match. */
export const htmlUnder = (prefix: string, html: string): string =>
  prefix === "" ? html : html.replaceAll(/ (href|src|data-root)="\/(?!\/)/g, ` $1="${prefix}/`);

/** Adds the prefix to Markdown written for the root of a host. */
export const markdownUnder = (prefix: string, markdown: string): string =>
  prefix === "" ? markdown : markdown.replaceAll(/\]\(\/(?!\/)/g, `](${prefix}/`);
