/** An origin as browsers send it (`https://shop.example`), or undefined when the text is not one. */
export function normalizeOrigin(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || !["http:", "https:"].includes(url.protocol)) return undefined;
  const bare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  // A browser never sends a `*`: an origin with one would be accepted here and match nothing.
  return bare && !url.host.includes("*") ? url.origin : undefined;
}
