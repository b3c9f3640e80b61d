import { useEffect, useState } from "preact/hooks";
import { ApiError, explain } from "../../api/api-error.ts";
import { request } from "../../api/request.ts";
import type { OpenInvitation } from "@selfsame/server/api/dashboard/answers/team";
import { ButtonLink } from "../../ui/forms/button.tsx";
import { Skeleton } from "../../ui/loaded.tsx";
import { EntryPage } from "./entry-page.tsx";
import { JoinPage } from "./join-page.tsx";

/** Opened from an invitation link that a team member sent. */
export function InvitationView({ secret }: { readonly secret: string }) {
  const [found, setFound] = useState<OpenInvitation>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    request<OpenInvitation>("POST", "/invitation", { secret }).then(setFound, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setProblem(explain(error));
    });
  }, [secret]);
  if (found) return <JoinPage secret={secret} invitation={found} />;
  return (
    <EntryPage title="Invitation">
      {problem === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <p role="alert">{problem}</p>
          <div class="actions">
            <ButtonLink href="#/" kind="primary">
              Sign in
            </ButtonLink>
          </div>
        </>
      )}
    </EntryPage>
  );
}
