import { useEffect, useState } from "preact/hooks";
import type { Found, Hit } from "@selfsame/server/api/dashboard/answers/operations";
import { ApiError } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";

/** About the pause between two words when typing. */
const pauseMs = 200;
const lettersMin = 3;

/** A complete key. Its first and last characters are enough to find it, so the rest is never sent. */
const wholeKey = /^(ss_[spt]k_)\w{34}(\w{4})$/;

export const searchText = (text: string): string => text.trim().replace(wholeKey, "$1...$2");

/** Search results for a text, requested once the person pauses typing. @returns undefined until they are known */
export function useHits(text: string): readonly Hit[] | undefined {
  const wanted = searchText(text);
  const isSearch = wanted.length >= lettersMin && wanted.length <= 254;
  const [found, setFound] = useState<{ readonly for: string; readonly hits: readonly Hit[] }>();
  useEffect(() => {
    if (!isSearch) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      request<Found>("GET", `/find?${new URLSearchParams({ text: wanted })}`, undefined, leaving.signal)
        .then(({ hits }) => setFound({ for: wanted, hits }))
        .catch((error: unknown) => {
          if (leaving.signal.aborted) return;
          // Without search results, views and commands can still be found.
          if (!(error instanceof ApiError)) throw error;
          setFound({ for: wanted, hits: [] });
        });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [wanted, isSearch]);
  if (!isSearch) return [];
  return found?.for === wanted ? found.hits : undefined;
}

const modeOf = ({ test }: Hit): string => (test === null ? "" : `mode=${test ? "test" : "live"}&`);

/** The address of a search result. */
export function addressOf(hit: Hit): string {
  const { kind, id, title } = hit;
  const part = encodeURIComponent(id);
  switch (kind) {
    case "request":
      return `/requests?${modeOf(hit)}q=${part}`;
    case "session":
      return `/verifications/${part}`;
    case "batch":
      return `/batches/${part}`;
    case "event":
      return `/webhooks/events?${hit.test === true ? "kind=test&" : ""}event=${part}`;
    case "delivery": {
      const [endpoint = "", delivery = ""] = id.split("/");
      return `/webhooks/${endpoint}?delivery=${delivery}`;
    }
    case "endpoint":
      return `/webhooks/${part}`;
    case "key":
      return `/keys?show=all&q=${part}`;
    case "member":
      return `/team?q=${encodeURIComponent(title)}`;
    case "person":
      return `/people?q=${encodeURIComponent(title)}`;
    case "account":
      return `/accounts?q=${part}`;
    case "code":
      return `/requests?outcome=${part}`;
  }
}

export const kindNames: Readonly<Record<Hit["kind"], string>> = {
  request: "Request",
  session: "Session",
  batch: "Batch",
  event: "Event",
  delivery: "Delivery",
  endpoint: "Webhook endpoint",
  key: "Key",
  member: "Member",
  person: "Person",
  account: "Account",
  code: "Requests with the error",
};
