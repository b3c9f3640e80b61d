/** Windows and macOS keep it elsewhere: there, names are taken as they are. */
export const resolvConfPath = "/etc/resolv.conf";

/** resolv.conf(5): domains that are tried first for names with fewer dots. Kubernetes finds `hooks.billing` this way. */
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
    // The last of them counts.
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

/** What is asked for, one after the other until one is there: in the order of the system's own resolver, since another would find others. */
export function namesToAsk(name: string, { domains, dotsMin }: SearchList): readonly string[] {
  const within = domains.map((domain) => `${name}.${domain}`).filter((one) => one.length <= nameLengthMax);
  const dots = name.split(".").length - 1;
  return dots >= dotsMin ? [name, ...within] : [...within, name];
}
