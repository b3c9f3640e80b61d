import type { Answer } from "./dashboard-harness.ts";

type Ask = (request: string, body?: unknown, cookie?: string, headers?: object) => Promise<Answer>;

/** Sends requests as one browser: with every cookie that it received. */
export function browserOf(ask: Ask) {
  const jar = new Map<string, string>();
  return {
    jar,
    ask: async (request: string, body?: unknown, headers: object = {}): Promise<Answer> => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await ask(request, body, undefined, { ...(cookie && { cookie }), ...headers });
      for (const line of [answer.headers["set-cookie"] ?? []].flat() as string[]) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
  };
}
