import { request } from "./request.ts";

/** Leaves for the identity provider, which sends the browser back. @throws ApiError */
export async function leaveFor(
  path: "/sign-on/start" | "/sign-on/confirm" | "/sign-on/test",
  body?: object,
): Promise<void> {
  const { url } = await request<{ url: string }>("POST", path, body);
  location.assign(url);
}

/** The current view, to return to. */
export function returnTo(): string {
  const view = location.hash.slice(1);
  return /^\/[\w\-./?=&%~]{0,299}$/.test(view) && !view.startsWith("/sign-on/") ? view : "/";
}
