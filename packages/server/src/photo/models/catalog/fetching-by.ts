import { startProgress } from "../../../platform/progress.ts";
import type { FetchOptions } from "./resumable.ts";

/** How models are downloaded here: by the proxy of the environment, and from a mirror on the operator's own network. */
export const fetchingBy = (mirror: string | undefined): FetchOptions => ({
  mirrorHost: mirror === undefined ? undefined : new URL(mirror).host,
  proxied: ["HTTPS_PROXY", "https_proxy"].some((name) => (process.env[name] ?? "") !== ""),
  startProgress,
});
