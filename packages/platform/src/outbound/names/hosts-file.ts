import { isIP } from "node:net";
import { join } from "node:path";

export const hostsPath =
  process.platform === "win32"
    ? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "drivers", "etc", "hosts")
    : "/etc/hosts";

/** hosts(5): addresses by name, in order. Addresses with a zone are ignored: no request can use them. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = (line.split("#", 1)[0] ?? "").trim().split(/\s+/);
    if (isIP(address) === 0 || address.includes("%")) continue;
    for (const name of names.map((one) => one.toLowerCase().replace(/\.$/, ""))) {
      const addresses = hosts.get(name) ?? [];
      if (!addresses.includes(address)) hosts.set(name, [...addresses, address]);
    }
  }
  return hosts;
}
