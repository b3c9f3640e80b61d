import { z } from "zod";
import type { Config } from "@selfsame/server/config";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { answeringNode } from "./other-service.ts";

const answerMs = 5000;
/** A response of API version 3; here the error for a missing key. Proxies do not forward /health. */
const ours = z.object({ meta: z.object({ version: z.literal("3") }) });

/** Checks that the public URL, which links and mails use, leads to this service; only while a node of it runs here. */
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
    // Some networks cannot reach their own public addresses from inside.
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

/** The error's code, which fetch puts into the cause. */
function codeOf(error: unknown): string {
  const { cause, name } = error as { readonly cause?: { readonly code?: string }; readonly name: string };
  return cause?.code ?? name;
}
