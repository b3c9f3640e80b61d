import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { may } from "../../state/session.ts";
import type { TeamSettingsProps } from "../../state/setting.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Panel } from "../../ui/parts.tsx";
import { keyPlaces, type Place, teamPlaces } from "./places.ts";
import { SaveForm } from "./save-form.tsx";
import { SavedThresholds } from "./saved-thresholds.tsx";

interface SavePanelProps {
  /** The threshold selected on the page. */
  readonly threshold: number;
  readonly standard: number;
  readonly saved: TeamSettings["thresholds"];
  readonly keys: readonly Key[];
  readonly onKeyChanged: () => Promise<void>;
  readonly change: TeamSettingsProps["team"]["change"];
}

const clear = ({ name, save }: Place) =>
  toastFailure(async () => {
    await save(null);
    toast(`${name} has no threshold of its own any more.`);
  });

/**
 * Saves the threshold for requests that set none. Order of precedence: for sessions, the one for sessions; then the key's, the team's, the default.
 */
export function SavePanel({ threshold, standard, saved, keys, onKeyChanged, change }: SavePanelProps) {
  const ofTeam = teamPlaces(saved, change);
  const ofKeys = keyPlaces(keys, onKeyChanged);
  const open = [...(may("admin") ? ofTeam : []), ...(may("developer") ? ofKeys : [])];
  return (
    <Panel
      title="Save the threshold"
      lead={`For requests of version 3 that name no threshold. A session uses the one for sessions, then that of its key, then the team's, then the default, ${standard}.`}
    >
      <SavedThresholds
        places={[...ofTeam, ...ofKeys.filter(({ value }) => value !== null)]}
        mayClear={(place) => open.includes(place)}
        onClear={(place) => void clear(place)}
      />
      <SaveForm threshold={threshold} places={open} />
      {may("developer") && !may("admin") && (
        <p class="hint">An admin can save a threshold for the team and sessions.</p>
      )}
    </Panel>
  );
}
