/** Loaded into a node by `--import`: writes every statement that the node sends to its database to the file NOTE_STATEMENTS, one per line. */
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { StatementSync } from "node:sqlite";

const note = (sql, parameters = []) =>
  appendFileSync(process.env.NOTE_STATEMENTS, `${JSON.stringify({ sql, parameters })}\n`);

for (const name of ["all", "get", "run", "iterate"]) {
  const before = StatementSync.prototype[name];
  StatementSync.prototype[name] = function (...parameters) {
    note(this.sourceSQL, parameters);
    return before.apply(this, parameters);
  };
}

const { Client } = createRequire(process.argv[1])("pg");
const query = Client.prototype.query;
Client.prototype.query = function (asked, ...more) {
  const text = typeof asked === "string" ? asked : asked?.text;
  if (text !== undefined) note(text, Array.isArray(more[0]) ? more[0] : (asked.values ?? []));
  return query.call(this, asked, ...more);
};
