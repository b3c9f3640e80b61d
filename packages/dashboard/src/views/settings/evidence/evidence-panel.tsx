import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import type { EvidenceSetting } from "@selfsame/server/api/dashboard/answers/team";
import { request } from "../../../api/request.ts";
import { type Resource, useResource } from "../../../state/resource.ts";
import { may } from "../../../state/session.ts";
import { toast } from "../../../state/toasts.ts";
import { Confirm } from "../../../ui/dialogs/confirm.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Empty, Facts, Panel } from "../../../ui/parts.tsx";
import { RoleHint } from "../../../ui/role-hint.tsx";
import { Breakable } from "../../../ui/words/breakable.tsx";
import { momentOf } from "../../../ui/words/times.ts";
import { many } from "../../../ui/words/words.ts";
import { EvidenceForm } from "./evidence-form.tsx";
import { evidencePath } from "./evidence-path.ts";

type Evidence = EvidenceSetting["evidence"];

export function EvidencePanel() {
  const setting = useResource<EvidenceSetting>(evidencePath);
  return (
    <Panel
      title="Sealed evidence"
      lead={
        <>
          Photos of new sessions are encrypted to your team’s public key when they arrive. Only the private key opens
          them, and the service never has it. <a href={pathTo("/docs/guide/evidence")}>What is sealed</a>
        </>
      }
    >
      <Loaded from={setting} lines={6}>
        {({ evidence }) => (
          <div class="form">
            {evidence ? <KeyFacts subject={evidence} /> : <NoKey />}
            <RoleHint needs="owner" to="change this" />
            {may("owner") && <OwnersPart evidence={evidence} setting={setting} />}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

const NoKey = () => (
  <Empty title="No public key yet">
    <p>No photo of a session is stored. With a key, photos are stored that only your team can open.</p>
  </Empty>
);

function KeyFacts({ subject: { thumbprint, days, set_at_ms } }: { readonly subject: NonNullable<Evidence> }) {
  return (
    <Facts
      facts={[
        [
          "Key thumbprint",
          <code key="kid">
            <Breakable text={thumbprint} />
          </code>,
        ],
        ["Photos are stored for", many(days, "day")],
        ["Set", set_at_ms === null ? "at a time that is not recorded" : momentOf(set_at_ms)],
      ]}
    />
  );
}

interface OwnersPartProps {
  readonly evidence: Evidence;
  readonly setting: Resource<EvidenceSetting>;
}

function OwnersPart({ evidence, setting: { put } }: OwnersPartProps) {
  const [switchingOff, setSwitchingOff] = useState(false);
  const switchOff = async () => {
    put(await request<EvidenceSetting>("PUT", evidencePath, { evidence: null }));
    toast("Sealed evidence is switched off.");
  };
  return (
    <>
      {evidence && (
        <div class="button-row">
          <Button onClick={() => setSwitchingOff(true)}>Switch off evidence</Button>
        </div>
      )}
      <EvidenceForm key={evidence?.thumbprint} saved={evidence} onSaved={put} />
      {switchingOff && (
        <Confirm
          title="Switch off sealed evidence"
          action="Switch off evidence"
          onConfirm={switchOff}
          onClose={() => setSwitchingOff(false)}
        >
          <p>From now on no photo is stored, of sessions under way neither.</p>
          <p>
            Photos that are stored stay until their days are over, or until you delete them. Keep the private key as
            long: without it nobody can open them.
          </p>
        </Confirm>
      )}
    </>
  );
}
