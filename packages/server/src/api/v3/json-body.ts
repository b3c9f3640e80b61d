import type { IncomingMessage } from "node:http";
import { consume } from "../../images/consume.ts";
import { bodyTimeouts } from "../../images/limits.ts";
import type { JsonEndpoint, Refusal } from "./endpoint.ts";

const bytesMax = 1024;

/** Reads a short JSON body, or none: then it is an empty object. */
export async function readJson(
  request: IncomingMessage,
  { json }: JsonEndpoint,
): Promise<{ readonly json: unknown } | Refusal> {
  const chunks: Buffer[] = [];
  const end = await consume(request, { bytesMax, timeouts: bodyTimeouts }, (chunk) => {
    chunks.push(chunk);
    return true;
  });
  if (end !== "ended") return { code: "invalid_parameter", detail: `the body is ${end}` };
  const text = Buffer.concat(chunks).toString();
  if (text === "") return { json: {} };
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") return { code: "unsupported_content_type" };
  const parsed = json.safeParse(parse(text));
  if (parsed.success) return { json: parsed.data };
  const [param] = parsed.error.issues[0]?.path ?? [];
  return { code: "invalid_parameter", ...(typeof param === "string" ? { param } : {}) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
