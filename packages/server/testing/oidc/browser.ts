/** The service's public address, as clients know it; a proxy that terminates TLS forwards their requests to the local port. */
const publicOrigin = "https://face.example.com";

/** Sends a client's or a browser's request as the proxy forwards it. */
export const throughProxy =
  (serviceUrl: string) =>
  (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const asked = new Request(address, { redirect: "manual", ...init });
    const url = new URL(asked.url);
    if (url.origin !== publicOrigin) throw new Error(`${url.origin} is not the provider`);
    return fetch(new Request(serviceUrl + url.pathname + url.search, asked));
  };

/** A browser with cookies and without scripts: it follows redirects until the service sends it to the hosted page or to a client. */
export function openBrowser(serviceUrl: string, language = "en") {
  const send = throughProxy(serviceUrl);
  const jar = new Map<string, { readonly value: string; readonly path: string }>();

  const get = async (address: string): Promise<Response> => {
    const { pathname } = new URL(address);
    const cookie = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const response = await send(address, { headers: { cookie, "accept-language": language } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (!/; secure/i.test(line)) throw new Error(`a cookie without Secure: ${line}`);
      if (!/; httponly/i.test(line)) throw new Error(`a cookie for scripts: ${line}`);
      if (value === "") jar.delete(name);
      else jar.set(name, { value, path: /; path=([^;]+)/i.exec(line)?.[1] ?? "/" });
    }
    return response;
  };

  /** @returns where it ends: the hosted page, a client's address, or the text of a page without a redirect */
  const walk = async (start: string): Promise<{ readonly at: URL; readonly status: number; readonly text: string }> => {
    let at = start;
    for (let steps = 0; steps < 10; steps++) {
      const url = new URL(at);
      if (url.origin !== publicOrigin || url.pathname === "/verify") return { at: url, status: 0, text: "" };
      const response = await get(at);
      const location = response.headers.get("location");
      if (location === null) return { at: url, status: response.status, text: await response.text() };
      at = new URL(location, at).href;
    }
    throw new Error(`it goes round in circles at ${at}`);
  };
  return { get, walk, cookies: jar };
}
