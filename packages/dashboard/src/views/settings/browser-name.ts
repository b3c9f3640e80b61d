const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** A readable name of a browser: `Chrome on Linux`. An unknown user agent is returned as is, shortened. */
export function browserName(userAgent: string): string {
  // The order matters: browsers also name those that they are derived from.
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.slice(0, 40) || "unknown";
  return system === undefined ? browser : `${browser} on ${system}`;
}
