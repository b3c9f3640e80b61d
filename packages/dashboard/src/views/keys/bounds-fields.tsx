import type { Key, Scope } from "@selfsame/server/api/v3/schemas/keys";
import { AreaField, CheckField, TextField } from "../../ui/forms/field.tsx";

/** The requests that each scope allows. */
const scopes: Readonly<Record<Scope, string>> = {
  verify: "Verify: compare photos",
  analyze: "Analyze: analyze one photo",
  sessions: "Sessions: create links and read results",
  "sessions:review": "Reviews: decide sessions that need a review",
  "evidence:read": "Evidence: download and delete sealed photos of sessions",
  batches: "Batches",
  webhooks: "Webhooks and events",
  usage: "Usage: read requests and their outcomes",
  "trust:write": "Trust anchors: add and remove authorities that sign documents",
  "oidc:write": "OpenID Connect clients: create, change and delete them",
  "keys:write": "Keys: create, change and revoke API keys",
};
const allScopes = Object.keys(scopes) as Scope[];
/** Scopes of a key without restrictions: all except those to manage keys, review, read evidence, manage trust and clients, which must be listed explicitly. */
const usualScopes = allScopes.filter(
  (scope) => !["keys:write", "sessions:review", "evidence:read", "trust:write", "oidc:write"].includes(scope),
);

/** A key's restrictions as entered in the form. */
export interface Bounds {
  readonly scopes: readonly Scope[];
  readonly addresses: string;
  readonly limits: Readonly<Record<keyof Key["limits"], string>>;
}

const limitLabels: Readonly<Record<keyof Key["limits"], string>> = {
  requests_per_minute: "A minute",
  requests_per_month: "A month",
  concurrent_requests: "At once",
};
const limitNames = Object.keys(limitLabels) as (keyof Key["limits"])[];

export function boundsFor(key?: Key): Bounds {
  const written = (name: keyof Key["limits"]) => key?.limits[name]?.toString() ?? "";
  return {
    scopes: key?.scopes ?? usualScopes,
    addresses: key?.address_ranges.join("\n") ?? "",
    limits: {
      requests_per_minute: written("requests_per_minute"),
      requests_per_month: written("requests_per_month"),
      concurrent_requests: written("concurrent_requests"),
    },
  };
}

const isUsual = (scopes: readonly Scope[]): boolean =>
  scopes.length === usualScopes.length && usualScopes.every((scope) => scopes.includes(scope));

/** Converts the form's values to the API's format. */
export function boundsOf({ scopes, addresses, limits }: Bounds): Pick<Key, "scopes" | "address_ranges" | "limits"> {
  const limit = (name: keyof Key["limits"]) => (limits[name].trim() === "" ? null : Number(limits[name]));
  return {
    // Null instead of the full list, so that scopes of later versions are included.
    scopes: isUsual(scopes) ? null : scopes.toSorted(),
    address_ranges: addresses.split(/[\s,]+/).filter(Boolean),
    limits: {
      requests_per_minute: limit("requests_per_minute"),
      requests_per_month: limit("requests_per_month"),
      concurrent_requests: limit("concurrent_requests"),
    },
  };
}

/** Restrictions of a private or test key; collapsed if there are none. */
export function BoundsFields({
  value,
  onChange,
  problems,
  open,
}: {
  readonly value: Bounds;
  readonly onChange: (value: Bounds) => void;
  readonly problems: Readonly<Record<string, string | undefined>>;
  readonly open: boolean;
}) {
  const setScope = (scope: Scope, on: boolean) =>
    onChange({ ...value, scopes: allScopes.filter((one) => (one === scope ? on : value.scopes.includes(one))) });
  return (
    <details class="fold" open={open}>
      <summary>Restrictions</summary>
      <fieldset class="checks">
        <legend class="label">Scopes</legend>
        {allScopes.map((scope) => (
          <CheckField
            key={scope}
            label={scopes[scope]}
            checked={value.scopes.includes(scope)}
            onChange={(on) => setScope(scope, on)}
          />
        ))}
        {problems["scopes"] !== undefined && (
          <p class="problem" role="alert">
            Choose at least one.
          </p>
        )}
      </fieldset>
      <AreaField
        label="Addresses"
        value={value.addresses}
        onInput={(addresses) => onChange({ ...value, addresses })}
        problem={problems["address_ranges"]}
        rows={2}
        placeholder="192.0.2.0/24"
        hint="One per line, such as 192.0.2.7 or 2001:db8::/32. Empty: any address."
      />
      <fieldset class="limit-fields">
        <legend class="label">Requests at most, within the plan’s limits</legend>
        {limitNames.map((name) => (
          <TextField
            key={name}
            label={limitLabels[name]}
            value={value.limits[name]}
            onInput={(text) => onChange({ ...value, limits: { ...value.limits, [name]: text } })}
            input={{ type: "number", min: 1, max: 1_000_000_000, step: 1, inputMode: "numeric", placeholder: "none" }}
          />
        ))}
      </fieldset>
    </details>
  );
}

/** A key's restrictions in a few words, for the list of keys; empty if there are none. */
export function boundsText({ scopes, address_ranges, limits }: Key): string {
  const told = [
    scopes !== null && `only ${scopes.join(", ")}`,
    address_ranges.length > 0 &&
      `from ${address_ranges.slice(0, 2).join(", ")}${address_ranges.length > 2 ? ` and ${address_ranges.length - 2} more` : ""}`,
    limits.requests_per_minute !== null && `${limits.requests_per_minute} a minute`,
    limits.requests_per_month !== null && `${limits.requests_per_month} a month`,
    limits.concurrent_requests !== null && `${limits.concurrent_requests} at once`,
  ];
  return told.filter((one) => one !== false).join("; ");
}
