import type { Key } from "@selfsame/server/api/v3/schemas/keys";
import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { request } from "../../api/request.ts";
import type { TeamSettingsProps } from "../../state/setting.ts";

/** Where a threshold can be saved: for the team, for sessions or for a key. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly value: number | null;
  readonly save: (value: number | null) => Promise<void>;
}

/** The places for the whole team. */
export function teamPlaces(
  saved: TeamSettings["thresholds"],
  change: TeamSettingsProps["team"]["change"],
): readonly Place[] {
  const save = (part: Partial<TeamSettings["thresholds"]>) => change({ thresholds: { ...saved, ...part } });
  return [
    {
      id: "team",
      name: "Team",
      about: "all keys without a threshold of their own",
      value: saved.team,
      save: (team) => save({ team }),
    },
    {
      id: "sessions",
      name: "Sessions",
      about: "new verification sessions, whatever their key has",
      value: saved.sessions,
      save: (sessions) => save({ sessions }),
    },
  ];
}

/** The places for active keys that compare faces. */
export const keyPlaces = (keys: readonly Key[], onChanged: () => Promise<void>): readonly Place[] =>
  keys
    .filter(({ kind }) => kind !== "public")
    .map((key) => ({
      id: key.id,
      name: key.name,
      about: `key ${key.display}`,
      value: key.threshold,
      save: async (value) => {
        await request("PATCH", `/api/v3/keys/${key.id}`, { threshold: value });
        await onChanged();
      },
    }));
