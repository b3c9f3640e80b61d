// Compares many pairs with version 3 and prints the results as CSV. Items are JSON, a line each, as in docs/batches.md.
// Usage: SELFSAME_URL=... SELFSAME_KEY=... node batch.mjs pairs.ndjson
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const items = await readFile(process.argv[2]);

async function call(method, path, { headers = {}, ...init } = {}) {
  const url = `${process.env.SELFSAME_URL}/api/v3/batches${path}`;
  const authorization = `Bearer ${process.env.SELFSAME_KEY}`;
  const response = await fetch(url, { method, headers: { authorization, ...headers }, ...init });
  if (response.ok) return response;
  const { error } = await response.json();
  throw new Error(`${error.code}: ${error.message} ${error.param ?? ""}`);
}

// Started again within a day with the same items, this goes on with the batch that it made.
const key = createHash("sha256").update(items).digest("hex");
const headers = { "Content-Type": "application/x-ndjson", "Idempotency-Key": key };
const made = await call("POST", "", { headers, body: items });
const { id } = (await made.json()).data;

for (;;) {
  const { status, done, failed, total, eta_s } = (await (await call("GET", `/${id}`)).json()).data;
  console.error(`${id} ${status}: ${done + failed} of ${total}${eta_s === null ? "" : `, ${eta_s} s left`}`);
  if (status === "completed" || status === "cancelled") break;
  await setTimeout(Math.min(60, Math.max(1, (eta_s ?? 4) / 4)) * 1000);
}
const results = await call("GET", `/${id}/results`, { headers: { accept: "text/csv" } });
process.stdout.write(await results.text());
