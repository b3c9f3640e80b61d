import { sql } from "kysely";

/**
 * Condition for lists that mix test and live data; matches the condition of their indices. The plus keeps SQLite from using another index of the column
 * (https://www.sqlite.org/optoverview.html, "Disqualifying WHERE Clause Terms Using Unary +").
 */
export const ofBothKinds = sql<boolean>`+test >= 0`;
