import type { Readable } from "node:stream";
import { type BodyEnd, type BodyLimits, consume } from "@selfsame/photo/images/consume";

/** Reads a short body. @returns its bytes, or why there are none */
export async function collect(body: Readable, limits: BodyLimits): Promise<Buffer | Exclude<BodyEnd, "ended">> {
  const chunks: Buffer[] = [];
  const end = await consume(body, limits, (chunk) => {
    chunks.push(chunk);
    return true;
  });
  return end === "ended" ? Buffer.concat(chunks) : end;
}
