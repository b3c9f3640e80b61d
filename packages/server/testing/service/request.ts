import type { Failure, Success } from "../../src/api/v3/envelope.ts";
import type { startService } from "./service.ts";

/** A request to version 3. `photos` become a form, unless `init` has its own body. */
export interface Sent {
  /** `/api/v3/verify` by default. */
  readonly path?: string;
  readonly photos?: Readonly<Record<string, Uint8Array | string>>;
  readonly init?: RequestInit;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Sends it over a socket, with the private key unless `init` has another. */
export async function send(service: Service, { path = "/api/v3/verify", photos, init = {} }: Sent): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${service.apiKey}`);
  const method = init.method ?? (photos || init.body ? "POST" : "GET");
  const body = init.body ?? (photos ? formOf(photos) : null);
  return fetch(service.url + path, { ...init, method, headers, body });
}

function formOf(photos: Readonly<Record<string, Uint8Array | string>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(photos)) {
    form.append(name, typeof part === "string" ? part : new Blob([new Uint8Array(part)]));
  }
  return form;
}

export const bodyOf = async <Data>(response: Response): Promise<Success<Data>> =>
  (await response.clone().json()) as Success<Data>;

export const failureOf = async (response: Response): Promise<Failure> => (await response.clone().json()) as Failure;
