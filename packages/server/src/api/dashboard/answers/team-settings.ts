import { z } from "zod";
import { teamSettings, teamSettingsShape } from "../team-settings.ts";

const { screenColors, documentStatus } = teamSettings;
const days = z.int();

/** All settings of a team. */
export const allTeamSettings = z.object({
  ...teamSettingsShape,
  /** What applies to teams that have null; of days, the maximum. `screenColors` "off" applies to every team; `requestLogDays` 0: no request is logged. */
  installation: z.object({
    screenColors: screenColors.value.unwrap(),
    documentStatus: documentStatus.value.unwrap(),
    retention: z.object({ sessionsDays: days, batchResultsDays: days, requestLogDays: days }),
  }),
});
export type TeamSettings = z.output<typeof allTeamSettings>;
