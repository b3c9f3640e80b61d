import { startProgress } from "@selfsame/platform/progress";
import type { FetchOptions } from "./resumable.ts";

/** Download options: the environment's proxy, and a mirror on the operator's network. */
export const fetchingBy = (mirror: string | undefined): FetchOptions => ({
  mirrorHost: mirror === undefined ? undefined : new URL(mirror).host,
  proxied: ["HTTPS_PROXY", "https_proxy"].some((name) => (process.env[name] ?? "") !== ""),
  startProgress,
});
