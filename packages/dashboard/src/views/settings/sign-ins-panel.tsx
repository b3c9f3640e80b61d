import { request } from "../../api/request.ts";
import type { Session } from "@selfsame/server/api/dashboard/answers/sign-in";
import { useResource } from "../../state/resource.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Badge, Panel } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/words/time.tsx";
import { browserName } from "./browser-name.ts";

/** Names of the ways to sign in. */
const ways: Readonly<Record<NonNullable<Session["signedInBy"]>, string>> = {
  password: "password",
  "password+totp": "password and app",
  "password+recovery": "password and recovery code",
  passkey: "passkey",
  oidc: "single sign-on",
  link: "link",
  cli: "command line",
};

export function SignInsPanel() {
  const sessions = useResource<{ sessions: readonly Session[] }>("/sessions");
  const end = async (path: string, method: "POST" | "DELETE", done: string) => {
    await toastFailure(async () => {
      await request(method, path);
      toast(done);
    });
    await sessions.reload();
  };
  const others = (sessions.data?.sessions.length ?? 0) > 1;
  return (
    <Panel
      title="Sign-ins"
      lead="The browsers you are signed in with. A sign-in ends by itself after 12 hours without use."
      aside={
        others && (
          <Button
            size="small"
            onClick={() => void end("/sessions/end-others", "POST", "You are signed out everywhere else.")}
          >
            Sign out the others
          </Button>
        )
      }
    >
      <Loaded from={sessions} lines={2}>
        {(data) => (
          <Table
            caption="Sign-ins"
            rows={data.sessions}
            id={({ id }) => id}
            columns={[
              {
                title: "Browser",
                cell: ({ userAgent, current }) => (
                  <span title={userAgent}>
                    {browserName(userAgent)} {current && <Badge tone="accent">this one</Badge>}
                  </span>
                ),
              },
              { title: "By", narrow: "drop", cell: ({ signedInBy }) => signedInBy && ways[signedInBy] },
              { title: "Address", cell: ({ address }) => <code>{address}</code> },
              { title: "Last seen", cell: ({ lastSeenAtMs }) => <Time atMs={lastSeenAtMs} /> },
              { title: "Signed in", cell: ({ createdAtMs }) => <Time atMs={createdAtMs} /> },
              {
                title: "Actions",
                kind: "actions",
                cell: ({ id, current, userAgent }) =>
                  !current && (
                    <Button
                      size="small"
                      kind="quiet"
                      label={`Sign out ${browserName(userAgent)}`}
                      onClick={() => void end(`/sessions/${id}`, "DELETE", "That browser is signed out.")}
                    >
                      Sign out
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
