/** The parts of the page's URL. */
export interface Link {
  /** The link's secret. It is behind the #, so browsers never send it to a server as part of a URL. */
  readonly secret: string;
  /** The code that the wallet's response requires, if the wallet on this device opened this page. */
  readonly responseCode: string | null;
  /** Whether the person scanned the code on a computer, where they continue afterwards. */
  readonly fromComputer: boolean;
  /** Origin of the page that embeds this one in a dialog (embed.js); null if it is not embedded. */
  readonly shownBy: string | null;
}

export function readLink({ hash, search, pathname }: Pick<Location, "hash" | "search" | "pathname">): Link {
  const query = new URLSearchParams(search);
  const embedded = pathname.includes("/verify/embedded/");
  const [, responseCode = null] = /^#response_code=(\w+)$/.exec(hash) ?? [];
  return {
    secret: responseCode === null ? hash.slice(1) : "",
    responseCode,
    fromComputer: query.has("phone"),
    shownBy: embedded ? query.get("origin") : null,
  };
}

/** The link for another browser. The link in the code on a computer also states that it comes from a computer. */
export function linkOf(serviceUrl: string, { secret, fromComputer }: Pick<Link, "secret" | "fromComputer">): string {
  return `${serviceUrl}/verify${fromComputer ? "?phone" : ""}#${secret}`;
}
