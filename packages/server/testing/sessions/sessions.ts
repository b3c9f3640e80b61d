import { randomBase62 } from "@selfsame/platform/ids/base62";
import { downloadFromPhotoHosts } from "../photo-host.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { openApiCheck } from "../service/openapi-check.ts";
import { type ServiceOptions, startService } from "../service/service.ts";
import type { TestContext } from "node:test";

export type Parts = Readonly<Record<string, Uint8Array | string | readonly Uint8Array[]>>;

export function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === "string") form.append(name, part);
    else for (const photo of Array.isArray(part) ? part : [part]) form.append(name, new Blob([new Uint8Array(photo)]));
  }
  return form;
}

const asked = (json: unknown, headers: Readonly<Record<string, string>>): RequestInit =>
  json instanceof FormData
    ? { headers, body: json }
    : json === undefined
      ? { headers }
      : { headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(json) };

const secretOf = (url: string): string => url.slice(url.indexOf("#") + 1);

/** For tests: a service with sessions, and clients for all parties of a session. Every response is checked against the API reference. */
export async function startSessionService(t: TestContext, options: Partial<ServiceOptions> = {}) {
  const service = await startService(t, {
    engine: scriptedEngine(),
    comparison: scriptedComparison,
    download: downloadFromPhotoHosts,
    ...options,
  });
  const check = await openApiCheck(service.url);
  const send = async (method: string, path: string, init: RequestInit) => {
    const response = await fetch(`${service.url}/api/v3${path}`, { method, ...init });
    // oxlint-disable-next-line typescript/no-explicit-any
    const body: any = await response.json();
    const documented = (path.split("?", 1)[0] ?? "")
      .replace(/\/(?:(?:vs|bt|oc)_\w+|[0-9a-f]{64})/, "/{id}")
      .replace(/^(\/domains)\/.+/, "$1/{domain}")
      .replace(/^(\/consent_texts)\/.+/, "$1/{version}");
    check(`/api/v3${documented}`, method, response.status, body);
    return { status: response.status, headers: response.headers, body };
  };
  /** Sends a request as the caller's backend. @param json an object, or a form */
  const ask = (method: string, path: string, json?: unknown, key = service.apiKey, headers = {}) =>
    send(method, path, asked(json, { authorization: `Bearer ${key}`, ...headers }));
  const create = async (settings: object | FormData = {}, key = service.apiKey) => {
    const made = await ask("POST", "/sessions", settings, key);
    return { ...made, session: made.body.data, secret: secretOf(made.body.data?.url ?? "") };
  };
  const read = async (id: string) => (await ask("GET", `/sessions/${id}`)).body.data;
  /** Sends requests as the hosted page, each visit from its own device. */
  const visit = (
    secret: string,
    device = randomBase62(22),
    userAgent = "Mozilla/5.0 (Linux; Android 15) Mobile Chrome/140",
  ) => {
    const headers = { authorization: `Bearer ${secret}`, "selfsame-device": device, "user-agent": userAgent };
    const page = (method: string, path: string, json?: unknown) =>
      send(method, `/session${path}`, asked(json, headers));
    return {
      device,
      headers,
      state: () => page("GET", ""),
      /** @param consent_version null sends no body */
      start: (consent_version: string | null = "2026-11", language?: string) =>
        page("POST", "/start", consent_version === null ? undefined : { consent_version, language }),
      consentReceipt: () => page("GET", "/consent-receipt"),
      withdraw: () => page("POST", "/withdraw", {}),
      agree: () => page("POST", "/start", { consent_version: "2026-11", draw: false }),
      decline: () => page("POST", "/decline"),
      startStepwise: () => page("POST", "/start", { consent_version: "2026-11", mode: "stepwise" }),
      step: (parts: Parts) => page("POST", "/steps", formOf(parts)),
      complete: (parts: Parts) => page("POST", "/complete", formOf(parts)),
    };
  };
  /** Sends the page's request for the person's wallet. */
  const askWallet = (secret: string) =>
    send("POST", "/session/wallet", asked({}, { authorization: `Bearer ${secret}` }));
  const eventTypes = async () =>
    (await ask("GET", "/events")).body.data.events.map(({ type }: { readonly type: string }) => type).toReversed();
  return { ...service, ask, create, read, visit, askWallet, eventTypes };
}
