import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import type { SignOn } from "@selfsame/server/api/dashboard/answers/sign-on";
import { useResource } from "../../../state/resource.ts";
import { route } from "../../../state/route.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { PageHead } from "../../../ui/parts.tsx";
import { DomainsPanel } from "./domains-panel.tsx";
import { ProviderPanel } from "./provider-panel.tsx";
import { RequiredPanel } from "./required-panel.tsx";
import { TestPanel } from "./test-panel.tsx";

/** `#/team/sign-on`: the owner sets up the team's identity provider, step by step. */
export function SignOnView() {
  const signOn = useResource<SignOn>("/sign-on");
  // The form's key. It changes with each response, so that the fields start with the stored values.
  const [saved, setSaved] = useState(0);
  const put = (answer: SignOn) => {
    signOn.put(answer);
    setSaved(saved + 1);
  };
  const test = route.value.query.get("test");
  return (
    <>
      <PageHead
        title="Single sign-on"
        lead={
          <>
            People of your organization sign in at its own provider.{" "}
            <a href={pathTo("/docs/guide/single-sign-on")}>How to set it up</a>
            {" · "}
            <a href="#/team">All members</a>
          </>
        }
      />
      <Loaded from={signOn} lines={8}>
        {(data) => (
          <>
            {data.provider && <TestPanel id={test} />}
            <ProviderPanel key={saved} subject={data} onChanged={put} onRemoved={() => void signOn.reload()} />
            <DomainsPanel domains={data.domains} onChanged={put} />
            {data.provider && <RequiredPanel subject={data} onChanged={put} />}
          </>
        )}
      </Loaded>
    </>
  );
}
