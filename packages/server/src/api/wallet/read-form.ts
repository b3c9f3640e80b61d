import type { IncomingMessage } from "node:http";
import { photosPace } from "@selfsame/photo/images/limits";
import type { BodyMemory } from "@selfsame/photo/images/consume";
import { collect } from "../bodies/collect.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";

export interface Unread {
  readonly status: 400 | 413 | 415;
  readonly description: string;
}

/** Reads the form that a wallet posts. */
export async function readForm(
  request: IncomingMessage,
  bytesMax: number,
  memory: BodyMemory,
): Promise<URLSearchParams | Unread> {
  const { "content-type": type, "content-encoding": encoding = "identity" } = request.headers;
  if (mediaTypeOf(type) !== "application/x-www-form-urlencoded" || encoding !== "identity") {
    return { status: 415, description: "Send application/x-www-form-urlencoded." };
  }
  const body = await collect(request, { bytesMax, pace: photosPace, memory });
  if (body === "too_large") return { status: 413, description: `The form has more than ${bytesMax} bytes.` };
  if (typeof body === "string") return { status: 400, description: `The body is ${body}.` };
  return new URLSearchParams(body.toString("latin1"));
}
