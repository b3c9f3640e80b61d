/** What the server needs to know: which service, and with which key. */
export interface Settings {
  /** Without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
}

/** Said to the person who wrote the agent's settings, without a stack. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const testKey = /^ss_tk_[\x21-\x7e]{1,200}$/;

/**
 * @param env SELFSAME_URL, by default http://127.0.0.1:3000, and SELFSAME_API_KEY
 * @throws SettingsError without an address or a test key. What an agent reads may tell it what to do, and a live key reads and decides about people: none
 * is taken.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const url = (env["SELFSAME_URL"] || "http://127.0.0.1:3000").replace(/\/+$/, "");
  // URL.parse is not in Node 20.
  const { protocol, username, search, hash } = URL.canParse(url) ? new URL(url) : new URL("none:");
  if ((protocol !== "http:" && protocol !== "https:") || username !== "" || search !== "" || hash !== "") {
    throw new SettingsError(`SELFSAME_URL is an address such as https://faces.example.com, not "${url}".`);
  }
  const apiKey = env["SELFSAME_API_KEY"] ?? "";
  if (apiKey === "") {
    throw new SettingsError(
      "SELFSAME_API_KEY is missing. Give a test key: npx selfsame keys create Agent --kind test.",
    );
  }
  if (!testKey.test(apiKey)) {
    throw new SettingsError(
      "SELFSAME_API_KEY is not a test key (ss_tk_...). An agent gets no other: npx selfsame keys create Agent --kind test.",
    );
  }
  return { url, apiKey };
}
