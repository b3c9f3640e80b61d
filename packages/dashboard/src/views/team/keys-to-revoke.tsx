import type { MemberKey } from "@selfsame/server/api/dashboard/answers/keys";
import type { Resource } from "../../state/resource.ts";
import { CheckField } from "../../ui/forms/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";

interface KeysToRevokeProps {
  /** Keys that the member created and that can still be used. */
  readonly keys: Resource<{ readonly keys: readonly MemberKey[] }>;
  readonly whose: "their" | "your";
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Whether the reader's role allows revoking keys. */
  readonly mayRevoke: boolean;
}

/** Chooses which of a member's keys are revoked when they leave; the others stay active. */
export function KeysToRevoke({ keys, whose, chosen, onChange, mayRevoke }: KeysToRevokeProps) {
  const toggle = (id: string, checked: boolean) => {
    const next = new Set(chosen);
    if (checked) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <Loaded from={keys} lines={2}>
      {({ keys }) =>
        keys.length === 0 ? (
          <p class="hint">No active key was made by {whose === "their" ? "them" : "you"}.</p>
        ) : (
          <fieldset class="keys-to-revoke">
            <legend class="label">
              {keys.length === 1 ? "1 key" : `${keys.length} keys`} of {whose === "their" ? "theirs" : "yours"} would go
              on working
            </legend>
            {mayRevoke ? (
              <p class="hint">Choose the keys to revoke now. Applications that use them stop working at once.</p>
            ) : (
              <p class="hint">Ask a developer of the team to revoke the ones you do not need.</p>
            )}
            {keys.map(({ id, name, display, lastUsedDay }) => {
              const about = `${display}, ${lastUsedDay === null ? "never used" : `last used ${lastUsedDay}`}`;
              return mayRevoke ? (
                <CheckField
                  key={id}
                  label={`Revoke ${name}`}
                  hint={about}
                  checked={chosen.has(id)}
                  onChange={(checked) => toggle(id, checked)}
                />
              ) : (
                <p key={id}>
                  <strong>{name}</strong> <span class="faint">{about}</span>
                </p>
              );
            })}
          </fieldset>
        )
      }
    </Loaded>
  );
}
