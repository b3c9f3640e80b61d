import type { Thresholds } from "@selfsame/server/api/dashboard/answers/thresholds";
import { useState } from "preact/hooks";
import type { Keys } from "@selfsame/server/api/v3/schemas/keys";
import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { type Resource, useResource } from "../../state/resource.ts";
import { replaceQuery, route } from "../../state/route.ts";
import { type TeamSettingsProps, useTeamSettings } from "../../state/setting.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SelectField } from "../../ui/forms/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Empty, PageHead, Panel } from "../../ui/parts.tsx";
import { type Curve, measuredCurves, ownRejectedGroups, rejectedGroups } from "./curves.ts";
import { DetChart } from "./det-chart.tsx";
import { OutcomeCards } from "./outcome-cards.tsx";
import { OwnPanel } from "./own-panel.tsx";
import { RejectedGroups } from "./rejected-groups.tsx";
import { SavePanel } from "./save-panel.tsx";
import { readThreshold, ThresholdSlider } from "./threshold-slider.tsx";
import { UseIt } from "./use-it.tsx";
import { activeKeysPath } from "../keys/keys-path.ts";

export function ThresholdView() {
  const thresholds = useResource<Thresholds>("/thresholds");
  const { setting, change } = useTeamSettings();
  const keys = useResource<Keys>(activeKeysPath);
  return (
    <>
      <PageHead
        title="Threshold"
        lead="A stricter threshold accepts fewer impostors and rejects more genuine people. Compare both errors and choose."
      />
      <Loaded from={thresholds} lines={9}>
        {(data) =>
          data.steps.length === 0 ? (
            <Empty title="Not measured">
              These models come without counts of errors. <code>selfsame calibrate</code> measures them.
            </Empty>
          ) : (
            <Loaded from={setting} lines={9}>
              {(team) => <Explorer thresholds={data} saved={team.thresholds} keys={keys} change={change} />}
            </Loaded>
          )
        }
      </Loaded>
    </>
  );
}

interface ExplorerProps {
  readonly thresholds: Thresholds;
  readonly saved: TeamSettings["thresholds"];
  readonly keys: Resource<Keys>;
  readonly change: TeamSettingsProps["team"]["change"];
}

function Explorer({ thresholds, saved, keys, change }: ExplorerProps) {
  const [own, setOwn] = useState<{ readonly name: string; readonly curves: readonly Curve[] }>();
  const { query } = route.value;
  const standard = thresholds.threshold;
  // The page starts at the team's current threshold.
  const applies = saved.team ?? standard;
  const threshold = readThreshold(query.get("at")) ?? applies;
  const choose = (value: number) => replaceQuery({ at: value === applies ? undefined : String(value) });
  const curves = [...(own?.curves ?? []), ...measuredCurves(thresholds)];
  const [first] = curves;
  const curve = curves.find(({ id }) => id === query.get("of")) ?? first;
  if (!curve) return null;
  const random = curves.find(({ id }) => id === "random");
  const drawn = [
    ...(random && random !== curve ? [{ curve: random, colour: "var(--part-7)" }] : []),
    { curve, colour: curve.own ? "var(--part-4)" : "var(--part-1)" },
  ];
  return (
    <>
      <Panel title="Choose" lead={`Measured with ${thresholds.model}. The default is ${standard}.`}>
        <div class="threshold-choice">
          <ThresholdSlider value={threshold} onChange={choose} />
          <SelectField
            label="People"
            value={curve.id}
            options={curves.map(({ id, name }) => ({ value: id, text: name }))}
            onChange={(id) => replaceQuery({ of: id })}
          />
          <Button disabled={threshold === standard} onClick={() => choose(standard)}>
            Back to the default
          </Button>
        </div>
        <OutcomeCards curve={curve} threshold={threshold} />
      </Panel>
      <RejectedGroups
        own={curve.own}
        groups={curve.own ? ownRejectedGroups(curves, threshold) : rejectedGroups(thresholds, threshold)}
      />
      <Loaded from={keys} lines={4}>
        {(data) => (
          <SavePanel
            threshold={threshold}
            standard={standard}
            saved={saved}
            keys={data.keys}
            onKeyChanged={keys.reload}
            change={change}
          />
        )}
      </Loaded>
      <Panel
        title="The trade-off"
        lead="Each point of a line is a threshold; the mark is the chosen one. Nearer to the lower left is better."
      >
        <DetChart curves={drawn} threshold={threshold} />
      </Panel>
      <OwnPanel
        name={own?.name}
        onRead={(curves, name) => {
          setOwn({ curves, name });
          replaceQuery({ of: undefined });
        }}
        onForget={() => {
          setOwn(undefined);
          replaceQuery({ of: undefined });
        }}
      />
      <UseIt threshold={threshold} standard={standard} />
    </>
  );
}
