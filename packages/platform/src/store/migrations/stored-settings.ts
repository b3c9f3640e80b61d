import type { Migration } from "./migration.ts";

/**
 * JSON of a team's settings: see platform/settings/stored-setting.ts. Values of earlier columns are not copied. Nodes of the previous version still
 * change those, so a setting is read from its earlier column until this version has stored it.
 */
export const storedSettings: Migration = {
  name: "090_stored_settings",
  statements: [`ALTER TABLE accounts ADD COLUMN settings text NOT NULL DEFAULT '{}'`],
};
