import { z } from "zod";
import { eventTypes } from "@selfsame/platform/events/event-types";
import { oneOf } from "../one-of.ts";
import { OperatorError } from "@selfsame/platform/operator-error";
import { type Parsed, textOf } from "../subcommands.ts";

/** Options of the commands for developers, which call a service over HTTP, wherever it runs. */
export const apiOptions = { url: { type: "string" }, "api-key": { type: "string" } } as const;

export const apiHelp = `--url URL       the service; by default SELFSAME_URL or http://127.0.0.1:3000
--api-key KEY   a test key (selfsame keys create Local --kind test); by default SELFSAME_API_KEY`;

export interface Api {
  readonly url: string;
  readonly key: string;
  /** @param path below /api/v3 @throws OperatorError with the service's message, or if the service cannot be reached */
  request(path: string, init?: ApiInit): Promise<Response>;
}

interface ApiInit {
  readonly method?: "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** An event as the API lists it. */
export type ApiEvent = z.output<typeof eventSchema>;

const problem = z.object({ error: z.object({ message: z.string(), hint: z.string() }) });

/** @throws OperatorError if there is no test key, or the URL is invalid */
export function apiOf(parsed: Pick<Parsed, "values">, env: Readonly<Record<string, string | undefined>>): Api {
  const text = textOf(parsed, "url") ?? (env["SELFSAME_URL"] || "http://127.0.0.1:3000");
  const parsedUrl = URL.parse(text);
  if (parsedUrl === null || !/^https?:$/.test(parsedUrl.protocol)) {
    throw new OperatorError(`--url is an address such as https://faces.example.com, not "${text}".`);
  }
  const url = text.replace(/\/+$/, "");
  const key = textOf(parsed, "api-key") ?? env["SELFSAME_API_KEY"] ?? "";
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new OperatorError(
      "Give a test key by SELFSAME_API_KEY or --api-key: selfsame keys create Local --kind test.",
    );
  }
  return {
    url,
    key,
    request: async (path, init = {}) => {
      const headers = { authorization: `Bearer ${key}`, ...init.headers };
      const answer = await fetch(`${url}/api/v3${path}`, { ...init, headers }).catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        throw new OperatorError(`No service answers at ${url}. Start it, or give its address by --url.`, {
          cause: error,
        });
      });
      if (answer.ok) return answer;
      const { error } = problem.safeParse(await answer.json().catch(() => undefined)).data ?? {};
      throw new OperatorError(
        error ? `${error.message} ${error.hint}` : `${url} answered ${answer.status}, not as this service does.`,
      );
    },
  };
}

/** The event types that an option or argument names. @throws OperatorError */
export function eventTypesNamed(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(",")).filter((name) => name !== "");
  return names.map((name) => oneOf(name, eventTypes, "event type"));
}
