import type { Migration } from "./migration.ts";

/**
 * JSON of a team's settings: see settings/stored-setting.ts. Values of earlier columns are not copied: a setting is read from its earlier column while
 * there is one, since nodes of the previous version still change that.
 */
export const storedSettings: Migration = {
  name: "090_stored_settings",
  statements: [`ALTER TABLE accounts ADD COLUMN settings text NOT NULL DEFAULT '{}'`],
};
