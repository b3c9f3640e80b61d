import type { AuditEntry } from "@selfsame/server/api/dashboard/answers/audit";
import { me } from "../../state/session.ts";
import type { Column } from "../../ui/table.tsx";
import { Breakable } from "../../ui/words/breakable.tsx";
import { Time } from "../../ui/words/time.tsx";
import { actionName } from "./audit-words.ts";

/** @param ofService whether each entry has its team, for operators */
export const auditColumns = (ofService: boolean): readonly Column<AuditEntry>[] => [
  { title: "What", cell: ({ action }) => <span class="strong">{actionName(action)}</span> },
  { title: "On", cell: (entry) => entry.target !== null && <Target entry={entry} /> },
  ...(ofService ? [{ title: "Team", cell: (entry: AuditEntry) => <Team entry={entry} /> }] : []),
  {
    title: "By",
    cell: (entry) => (
      <div class="two-lines">
        <Actor entry={entry} />
        {entry.signedInBy !== null && <span class="faint">{signedInBy[entry.signedInBy]}</span>}
      </div>
    ),
  },
  { title: "From", narrow: "drop", cell: ({ address }) => address && <code>{address}</code> },
  { title: "When", sort: "-time", cell: ({ atMs }) => <Time atMs={atMs} /> },
];

const signedInBy: Readonly<Record<NonNullable<AuditEntry["signedInBy"]>, string>> = {
  password: "by password",
  "password+totp": "by password and code",
  "password+recovery": "by password and recovery code",
  passkey: "by passkey",
  oidc: "by single sign-on",
  link: "by a link",
  cli: "on the machine",
};

function Actor({ entry: { actor, actorEmail, byOperator } }: { readonly entry: AuditEntry }) {
  if (actor === null) return <span class="faint">not signed in</span>;
  if (actor === me.value?.user.id) return <span>you</span>;
  if (actorEmail !== null) {
    return (
      <span>
        <Breakable text={actorEmail} />
      </span>
    );
  }
  if (byOperator) return <span>an operator</span>;
  // Only the id is known of a person who has left the team.
  return actor.startsWith("usr_") ? <span title={actor}>a person who left</span> : <span>{actor}</span>;
}

/** A rotated key is followed by its successor, of the same name. */
function Target({ entry }: { readonly entry: AuditEntry }) {
  const { target, targetName, accountId } = entry;
  const [id = ""] = (target ?? "").split(" ");
  const name = targetName === null ? <code class="long">{target}</code> : <Breakable text={targetName} />;
  const href = accountId === me.value?.account.id && targetName !== null ? addressOf(id) : undefined;
  return href === undefined ? (
    <span title={target ?? ""}>{name}</span>
  ) : (
    <a href={href} title={target ?? ""}>
      {name}
    </a>
  );
}

/** The address of an object that the reader's own team has. */
function addressOf(id: string): string | undefined {
  if (id.startsWith("key_")) return `#/keys?show=all&q=${id}`;
  if (id.startsWith("we_")) return `#/webhooks/${id}`;
  return id.startsWith("vs_") ? `#/verifications/${id}` : undefined;
}

function Team({ entry: { accountId, accountName } }: { readonly entry: AuditEntry }) {
  if (accountId === null) return <span class="faint">none</span>;
  if (accountName === null) return <code class="long">{accountId}</code>;
  return (
    <a href={`#/accounts?q=${accountId}`}>
      <Breakable text={accountName || "not set up yet"} />
    </a>
  );
}
