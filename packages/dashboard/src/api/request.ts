import { pathTo } from "@selfsame/verify-page/here/service-path";
import { ApiError } from "./api-error.ts";
import { confirmation } from "./confirmation.ts";
import { sawServer } from "./connection.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Version 3 paths are complete; all others are relative to the dashboard's own API. */
const addressOf = (path: string): string => (isOfV3(path) ? path : `/api/dashboard${path}`);
export const isOfV3 = (path: string): boolean => path.startsWith("/api/v3/");

/**
 * Sends a request to the dashboard's API, or to version 3 with the same cookie. If the server requires confirmation, the person is asked for their
 * password and the request is sent again.
 *
 * @param path below /api/dashboard, or the whole path of version 3
 * @param body sent as JSON; a file or a form is sent as is
 * @returns the response; for version 3, its `data`
 * @throws ApiError
 */
export async function request<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  try {
    return await ask(method, path, body, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "confirmation_needed") throw error;
    await confirmation();
    return ask(method, path, body, signal);
  }
}

/** Like `request`, for a file; of what version 3 returns in several forms, CSV. @throws ApiError */
export async function requestFile(path: string): Promise<Blob> {
  const get = async () => {
    const response = await reach(addressOf(path), { headers: { accept: "text/csv, */*;q=0.1" } });
    return response.ok ? response.blob() : refuse(response, await readJson(response));
  };
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "confirmation_needed") throw error;
    await confirmation();
    return get();
  }
}

async function ask<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await reach(addressOf(path), {
    method,
    ...(body instanceof Blob
      ? { body, headers: { "content-type": body.type } }
      : body instanceof FormData
        ? { body }
        : body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(signal && { signal }),
  });
  if (response.status === 204) return undefined as T;
  const answer = await readJson(response);
  if (!response.ok) return refuse(response, answer);
  return isOfV3(path) ? (answer as { readonly data: T }).data : (answer as T);
}

interface Told {
  readonly code?: string;
  readonly message?: string;
  /** `field` in the dashboard's API, `param` in version 3. */
  readonly field?: string | null;
  readonly param?: string | null;
}

function refuse(response: Response, answer: unknown): never {
  const told = (answer as { error?: Told } | undefined)?.error;
  // This page sends no key, so a missing key means that the cookie has expired or was deleted.
  const code = told?.code === "missing_api_key" ? "not_signed_in" : told?.code;
  const retryAfterSeconds = Number(response.headers.get("retry-after")) || undefined;
  throw new ApiError(code ?? "internal_error", told?.message ?? "Something went wrong on the server.", {
    status: response.status,
    field: told?.field ?? told?.param ?? null,
    retryAfterSeconds,
  });
}

/** Like fetch, for a path from the service's root. Records whether the server could be reached. @throws ApiError `unreachable` */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(pathTo(path), init);
    sawServer(true);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    sawServer(false);
    throw new ApiError("unreachable", "The server cannot be reached.", { status: 0, field: null });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
