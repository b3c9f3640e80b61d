import { serviceUrl } from "@selfsame/verify-page/here/service-path";

/** An example of a first request. */
export function verifyCurl(key: string): string {
  return [
    `curl ${serviceUrl()}/api/v3/verify`,
    `-H "Authorization: Bearer ${key}"`,
    "-F reference=@reference.jpg",
    "-F selfie=@selfie.jpg",
  ].join(" \\\n  ");
}
