/** What the page's address says. */
export interface Link {
  /** The link's secret, which no server ever sees in an address: it is behind the #. */
  readonly secret: string;
  /** The wallet on this device opened this page, with the code by which its answer counts. */
  readonly responseCode: string | null;
  /** The person came from a computer's code: that is where they go on afterwards. */
  readonly fromComputer: boolean;
  /** The origin of the page that shows this one in a dialog (embed.js); null where it is a page of its own. */
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

/** For another browser; of the code on a computer, it says that there is one. */
export function linkOf(serviceUrl: string, { secret, fromComputer }: Pick<Link, "secret" | "fromComputer">): string {
  return `${serviceUrl}/verify${fromComputer ? "?phone" : ""}#${secret}`;
}
