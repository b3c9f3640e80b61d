import type { Example } from "../../src/api/v3/openapi/examples.ts";
import { exampleVersion } from "../../src/api/v3/openapi/openapi-examples.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";

const requestId = "b0e6a2f4-5f0c-4c55-9d4e-3a8a7c1f2d90";

/** Sends an example's request to a running service and returns the response, in the example's version. */
export async function sendExample(url: string, apiKey: string, example: Example): Promise<unknown> {
  const answer = await ask(url, apiKey, example);
  return { ...answer, meta: { ...answer.meta, service_version: exampleVersion } };
}

async function ask(url: string, apiKey: string, { endpoint, photos, texts = {} }: Example): Promise<{ meta: object }> {
  const headers = { authorization: `Bearer ${apiKey}`, "x-request-id": requestId };
  const names = Object.entries(photos);
  if (names.length === 0)
    return (await fetch(`${url}/api/v3/${endpoint}`, { headers })).json() as Promise<{ meta: object }>;
  const form = new FormData();
  for (const [part, name] of names) form.append(part, new Blob([new Uint8Array(await portrait(name))]), `${part}.jpg`);
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  return (await fetch(`${url}/api/v3/${endpoint}`, { method: "POST", headers, body: form })).json() as Promise<{
    meta: object;
  }>;
}
