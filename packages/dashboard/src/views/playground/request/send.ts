import { reach, request } from "../../../api/request.ts";
import type { PlaygroundKey } from "@selfsame/server/api/dashboard/answers/keys";
import { me } from "../../../state/session.ts";
import type { Answer } from "../answers.ts";
import { pathOf } from "./endpoints.ts";
import type { Endpoint, SlotName, Version } from "./endpoints.ts";
import type { Photo } from "../photos/photo.ts";

export interface Draft {
  readonly endpoint: Endpoint;
  readonly version: Version;
  readonly photos: Readonly<Partial<Record<SlotName, Photo>>>;
  /** For verify in version 3; undefined for the model's own threshold. */
  readonly threshold: number | undefined;
}

/** The playground's key: valid for an hour, kept only in this page's memory. */
let key: { readonly secret: string; readonly accountId: string } | undefined;

/**
 * Sends the request with a key, like any program. It is rate-limited and counted like every request.
 *
 * @param given the key; empty for the playground's
 */
export async function send(draft: Draft, given: string, signal: AbortSignal): Promise<Answer> {
  if (given !== "") return sendWith(given, draft, signal);
  const answer = await sendWith(await currentKey(), draft, signal);
  if (answer.status !== 401) return answer;
  // The key expired, or was revoked on the keys page.
  key = undefined;
  return sendWith(await currentKey(), draft, signal);
}

async function currentKey(): Promise<string> {
  const accountId = me.value?.account.id ?? "";
  if (key?.accountId !== accountId) {
    const { secret } = await request<PlaygroundKey>("POST", "/keys/playground");
    key = { secret, accountId };
  }
  return key.secret;
}

async function sendWith(
  secret: string,
  { endpoint, version, photos, threshold }: Draft,
  signal: AbortSignal,
): Promise<Answer> {
  const body = new FormData();
  for (const slot of endpoint.slots) {
    const photo = photos[slot];
    if (photo?.from === "url") body.append(`${slot}_url`, photo.address);
    else if (photo) body.append(slot, photo.blob, photo.name);
  }
  if (version === "v3" && threshold !== undefined) body.append("threshold", String(threshold));
  const startedMs = performance.now();
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await reach(pathOf(endpoint, version), { method: "POST", headers, body, signal });
  const answer = (await response.json()) as object;
  return { status: response.status, durationMs: performance.now() - startedMs, body: answer };
}
