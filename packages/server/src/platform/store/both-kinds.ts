import { sql } from "kysely";

/**
 * What test keys made and what live keys made, in one list: the condition of the indices for it. With the plus SQLite takes no index of the column for it
 * (https://www.sqlite.org/optoverview.html, "Disqualifying WHERE Clause Terms Using Unary +").
 */
export const ofBothKinds = sql<boolean>`+test >= 0`;
