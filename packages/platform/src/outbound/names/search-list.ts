/** Windows and macOS keep it elsewhere: there, names are used as they are. */
export const resolvConfPath = "/etc/resolv.conf";

/** resolv.conf(5): domains to try first for names with fewer dots. Kubernetes resolves `hooks.billing` this way. */
export interface SearchList {
  readonly domains: readonly string[];
  readonly dotsMin: number;
}

const domainsMax = 6;
const dotsMinMax = 15;
const nameLengthMax = 253;

export function parseSearchList(text: string): SearchList {
  let domains: readonly string[] = [];
  let dotsMin = 1;
  for (const line of text.split("\n")) {
    const [keyword, ...values] = (line.split(/[#;]/, 1)[0] ?? "").trim().split(/\s+/);
    // The last one counts.
    if (keyword === "search") domains = values;
    else if (keyword === "domain") domains = values.slice(0, 1);
    else if (keyword === "options") {
      const given = values.map((value) => /^ndots:(\d+)$/.exec(value)?.[1]).findLast((count) => count !== undefined);
      if (given !== undefined) dotsMin = Math.min(Number(given), dotsMinMax);
    }
  }
  const bare = domains.map((domain) => domain.toLowerCase().replace(/^\.|\.$/g, "")).filter((domain) => domain !== "");
  return { domains: bare.slice(0, domainsMax), dotsMin };
}

/** Candidates to query, in the order of the system's resolver: any other order could find other hosts. */
export function namesToAsk(name: string, { domains, dotsMin }: SearchList): readonly string[] {
  const within = domains.map((domain) => `${name}.${domain}`).filter((one) => one.length <= nameLengthMax);
  const dots = name.split(".").length - 1;
  return dots >= dotsMin ? [name, ...within] : [...within, name];
}
