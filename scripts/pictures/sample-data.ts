import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brandLive } from "../../testing/brand-live.ts";
import { impostor, reference, selfie } from "../../testing/photos.ts";
import type { Service } from "../../testing/service.ts";

const dayMs = 24 * 3600_000;
const days = 30;

/** The data of a shop after its first month: requests that were sent just now, and copies of them on each day before. */
export async function makeSampleData(service: Service, dataDir: string): Promise<void> {
  await brandLive(service);
  const verify = (other: Buffer) => {
    const body = new FormData();
    body.append("reference", new Blob([new Uint8Array(reference)]), "reference.jpg");
    body.append("selfie", new Blob([new Uint8Array(other)]), "selfie.jpg");
    return send(service, "/verify", service.privateKey, body);
  };
  for (let n = 0; n < 24; n++) await verify(n % 5 === 4 ? impostor : selfie);
  const testKey = /ss_tk_\w+/.exec(await service.command(["keys", "create", "Staging", "--kind", "test"]))?.[0] ?? "";
  const ends = ["verified", "verified", "no_match", "verified", "challenge_failed", "verified", "expired", "verified"];
  for (const [index, simulate] of ends.entries()) {
    const session = { external_id: `customer-${1201 + index}`, simulate };
    await send(service, "/sessions", testKey, JSON.stringify(session));
  }
  const database = new DatabaseSync(join(dataDir, "selfsame.db"), { timeout: 5000 });
  await until(() => count(database, "SELECT count(*) AS n FROM usage") >= 2);
  await until(() => count(database, "SELECT count(*) AS n FROM verification_sessions WHERE ended_at_ms IS NULL") === 0);
  spreadUsage(database);
  spreadSessions(database);
  database.close();
}

async function send({ url }: Service, path: string, key: string, body: FormData | string): Promise<void> {
  const type = typeof body === "string" ? { "content-type": "application/json" } : {};
  const headers = { authorization: `Bearer ${key}`, ...type };
  const answer = await fetch(`${url}/api/v3${path}`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

const count = (database: DatabaseSync, sql: string): number => Number(database.prepare(sql).get()?.["n"]);

/** Waits until usage and results of test sessions are written, which happens after the answers. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries === 300) throw new Error("the sample data is not written");
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
}

/** Number of copies of today's requests on an earlier day: more on workdays, and slightly more each week. */
const times = (daysAgo: number): number =>
  40 + ((7 * daysAgo) % 11) * 3 + (days - daysAgo) - (daysAgo % 7 < 2 ? 35 : 0);

function spreadUsage(database: DatabaseSync): void {
  database.exec("DELETE FROM usage WHERE outcome NOT IN ('match', 'no_match')");
  const rows = database.prepare("SELECT * FROM usage").all();
  for (let daysAgo = 1; daysAgo < days; daysAgo++) {
    for (const row of rows) {
      const before = Object.entries(row).map(([name, value]) => {
        if (name === "hour_ms") return [name, Number(value) - daysAgo * dayMs] as const;
        return [name, typeof value === "number" ? value * times(daysAgo) : value] as const;
      });
      const names = before.map(([name]) => name);
      const insert = `INSERT INTO usage (${names.join()}) VALUES (${names.map(() => "?").join()})`;
      database.prepare(insert).run(...before.map(([, value]) => value));
    }
  }
}

function spreadSessions(database: DatabaseSync): void {
  const ids = database.prepare("SELECT id FROM verification_sessions ORDER BY created_at_ms DESC").all();
  const columns = ["created_at_ms", "opened_at_ms", "started_at_ms", "ended_at_ms", "expires_at_ms"];
  const set = columns.map((column) => `${column} = ${column} - :ago`).join();
  const move = database.prepare(`UPDATE verification_sessions SET test = 0, ${set} WHERE id = :id`);
  for (const [index, { id = null }] of ids.entries()) move.run({ id, ago: index * 0.8 * dayMs });
}
