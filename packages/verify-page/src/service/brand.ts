import { pathTo } from "../here/service-path.ts";
import type { Brand } from "./session.ts";

/**
 * The branding of the account that the link belongs to, even if the link opens no session: the secret begins with the session's id. @returns
 * undefined if unknown
 */
export async function brandOf(secret: string): Promise<Brand | undefined> {
  const [id] = /^[0-9A-Za-z]{22}/.exec(secret) ?? [];
  if (id === undefined) return undefined;
  try {
    const answer = await fetch(pathTo(`/verify/brand/vs_${id}`), { credentials: "omit" });
    return answer.ok ? ((await answer.json()) as Brand) : undefined;
  } catch (error) {
    console.warn("Who asks could not be loaded", error);
    return undefined;
  }
}
