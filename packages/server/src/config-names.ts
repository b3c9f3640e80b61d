/** Which variables are settings, and which mean nothing alone. */
import { nearestName } from "@selfsame/platform/nearest-name";

export type Env = Readonly<Record<string, string | undefined>>;

/** Not the service's: the client's and the examples', and the tests'. */
const othersNames = /^SELFSAME_(URL|KEY|TEST_.*)$/;
/**
 * What Kubernetes sets in every pod for each Service of its namespace ("Accessing the Service", service links): here for one called selfsame, or
 * selfsame-postgresql, selfsame-redis-master, as charts name theirs after a release.
 */
const serviceLink =
  /^SELFSAME_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
/** Its last form, which a setting could be named like, has an address as its value. */
const servicePort = /^SELFSAME_(?:\w+_)?PORT$/;
const portAddress = /^(?:tcp|udp|sctp):\/\//;

const isServiceLink = (name: string, value: string): boolean =>
  serviceLink.test(name) || (servicePort.test(name) && portAddress.test(value));

/** A misspelled SELFSAME_WORKER must not be ignored in silence. */
export function misspelt(set: Env, known: readonly string[]): string[] {
  const unknown = Object.entries(set).filter(
    ([name, value = ""]) =>
      name.startsWith("SELFSAME_") && !known.includes(name) && !othersNames.test(name) && !isServiceLink(name, value),
  );
  return unknown.map(([name]) => {
    const near = nearestName(name, known);
    return `${name} is not a setting${near === undefined ? "" : `; ${near} is`}.`;
  });
}

/** Settings that mean nothing alone. */
const pairs = [
  ["SELFSAME_SMTP_URL", "SELFSAME_MAIL_FROM", "mail needs both"],
  ["SELFSAME_WALLET_CERTIFICATE", "SELFSAME_WALLET_KEY", "wallets need both"],
] as const;

/** Settings that mean nothing without another. */
const parts = [
  [
    "SELFSAME_REDIS_SENTINELS",
    "REDIS_URL",
    "its host is the name of the group that they watch, such as redis://mymaster",
  ],
  ["SELFSAME_REDIS_SENTINEL_PASSWORD", "SELFSAME_REDIS_SENTINELS", "it is theirs"],
  ["SELFSAME_WALLET_SCHEME", "SELFSAME_WALLET_CERTIFICATE", "it is of the links that open wallets"],
  ["SELFSAME_WALLET_REGISTRATION", "SELFSAME_WALLET_CERTIFICATE", "it is sent in requests to wallets"],
  ["SELFSAME_REDIS_CA", "REDIS_URL", "it is for a Redis at rediss://"],
] as const;

export const partsAlone = (set: Env): string[] =>
  parts
    .filter(([part, whole]) => set[part] !== undefined && set[whole] === undefined)
    .map(([part, whole, why]) => `${part} is set without ${whole}: ${why}.`);

export function halvesOfPairs(set: Env): string[] {
  return pairs.flatMap(([one, other, why]) => {
    const given = [one, other].filter((name) => set[name] !== undefined);
    if (given.length !== 1) return [];
    return [`${given[0]} is set without ${given[0] === one ? other : one}: ${why}.`];
  });
}
