import { pathTo } from "@selfsame/verify-page/here/service-path";
import { useState } from "preact/hooks";
import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { may } from "../../../state/session.ts";
import type { TeamSettingsProps } from "../../../state/setting.ts";
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

type Evidence = TeamSettings["evidence"];

export function EvidencePanel({ team: { setting, change } }: TeamSettingsProps) {
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
            {may("owner") && <OwnersPart evidence={evidence} change={change} />}
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

function KeyFacts({ subject: { thumbprint, days, setAtMs } }: { readonly subject: NonNullable<Evidence> }) {
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
        ["Set", setAtMs === null ? "at a time that is not recorded" : momentOf(setAtMs)],
      ]}
    />
  );
}

interface OwnersPartProps {
  readonly evidence: Evidence;
  readonly change: TeamSettingsProps["team"]["change"];
}

function OwnersPart({ evidence, change }: OwnersPartProps) {
  const [switchingOff, setSwitchingOff] = useState(false);
  const switchOff = async () => {
    await change({ evidence: null });
    toast("Sealed evidence is switched off.");
  };
  return (
    <>
      {evidence && (
        <div class="button-row">
          <Button onClick={() => setSwitchingOff(true)}>Switch off evidence</Button>
        </div>
      )}
      <EvidenceForm key={evidence?.thumbprint} saved={evidence} change={change} />
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
