import { Resolver } from "node:dns/promises";
import type { ResolveTxt } from "../accounts/people/sign-on/domains.ts";

/** By the machine's own servers, with a short time limit: a page waits for it. */
export function createResolveTxt(): ResolveTxt {
  const dns = new Resolver({ timeout: 3_000, tries: 2 });
  return (name) => dns.resolveTxt(name);
}
