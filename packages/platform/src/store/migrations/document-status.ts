import type { Migration } from "./migration.ts";

export const documentStatus: Migration = {
  name: "075_document_status",
  statements: [`ALTER TABLE accounts ADD COLUMN document_status text`],
};
