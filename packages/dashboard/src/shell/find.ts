import { useEffect, useState } from "preact/hooks";
import type { Found, Hit } from "@selfsame/server/api/dashboard/answers/operations";
import { ApiError } from "../api/api-error.ts";
import { request } from "../api/request.ts";

/** A person who types pauses about as long between words. */
const pauseMs = 200;
const lettersMin = 3;

/** A key as it was made: its ends are enough to find it, and the rest never leaves the page. */
const wholeKey = /^(ss_[spt]k_)\w{34}(\w{4})$/;

export const searchText = (text: string): string => text.trim().replace(wholeKey, "$1...$2");

/** What a text leads to, once it is no longer typed at. @returns undefined while that is not known */
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
          // Views and commands are there all the same.
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

/** The address of what was found. */
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
