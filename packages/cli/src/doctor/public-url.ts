import { z } from "zod";
import type { Config } from "@selfsame/server/config";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { answeringNode } from "./other-service.ts";

const answerMs = 5000;
/** Of an answer of version 3, here that a key is missing: proxies keep /health to themselves. */
const ours = z.object({ meta: z.object({ version: z.literal("3") }) });

/** Whether the service is behind the address that links, mails and the dashboard name; only while a node of it runs here. */
export async function checkPublicUrl(config: Config): Promise<Finding> {
  const { publicUrl } = config;
  if (publicUrl === undefined) return ok("SELFSAME_PUBLIC_URL is not set: links name this machine's address");
  if ((await answeringNode(config)) === undefined) return ok(`${publicUrl}, not tried: no node answers here`);
  const address = `${publicUrl}/api/v3/models`;
  try {
    const answer = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(answerMs) });
    if (ours.safeParse(await answer.json().catch(() => undefined)).success)
      return ok(`${publicUrl} leads to the service`);
    return problem(`${address} is answered with ${answer.status} by something else: ${advice(publicUrl)}`);
  } catch (error) {
    // Some networks do not lead from the inside to their own public addresses.
    return warning(
      `${address} cannot be reached from this machine (${codeOf(error)}): check its name, its certificate and the proxy`,
    );
  }
}

function advice(publicUrl: string): string {
  const { pathname } = new URL(publicUrl);
  return pathname === "/"
    ? "SELFSAME_PUBLIC_URL names another service, or its proxy does not lead here"
    : `the proxy has to pass ${pathname} on as docs/deploy.md shows, or SELFSAME_PUBLIC_URL has the wrong path`;
}

/** fetch puts what went wrong into the cause. */
function codeOf(error: unknown): string {
  const { cause, name } = error as { readonly cause?: { readonly code?: string }; readonly name: string };
  return cause?.code ?? name;
}
