import { serviceUrl } from "@selfsame/verify-page/here/service-path";

/** The first request anybody sends. */
export function verifyCurl(key: string): string {
  return [
    `curl ${serviceUrl()}/api/v3/verify`,
    `-H "Authorization: Bearer ${key}"`,
    "-F reference=@reference.jpg",
    "-F selfie=@selfie.jpg",
  ].join(" \\\n  ");
}
