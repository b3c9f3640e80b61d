const idLength = 22;

/**
 * URL of the embeddable page for a session's link. It contains the session's id and the embedding origins, so that the service can check whether
 * embedding is allowed. The secret stays behind the #.
 * @param shownBy origin of the page that embeds the session, the only receiver of its messages
 * @param above origins of the pages that embed that page
 * @throws TypeError if `link` is not a session link
 */
export function frameOf(
  link: string,
  shownBy: string,
  above: Iterable<string> = [],
): { readonly address: string; readonly origin: string } {
  const { origin, pathname, hash } = new URL(link);
  const secret = hash.slice(1);
  if (!pathname.endsWith("/verify") || secret.length <= idLength) {
    throw new TypeError("Selfsame.open takes the `url` of a session, as it was made");
  }
  const address = new URL(`${pathname}/embedded/vs_${secret.slice(0, idLength)}`, origin);
  for (const page of new Set([shownBy, ...above])) address.searchParams.append("origin", page);
  address.hash = hash;
  return { address: address.href, origin };
}
