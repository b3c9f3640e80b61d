const idLength = 22;

/**
 * Where the page is that may be shown in a frame, for a session's link. Its address names the session and who would show it, so that the
 * service can say whether they may; the secret stays behind the #.
 * @param shownBy the origin of the page that shows it: no other is told how it ends
 * @param above the origins of the pages which show that one in a frame
 * @throws TypeError where the link is none
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
