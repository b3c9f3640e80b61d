// Compares many pairs and prints the results. Run: node batch.ts pairs.ndjson
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { ApiError, type BatchItem, Selfsame } from "@selfsame/client";

const lines = (await readFile(process.argv[2] ?? "", "utf8")).trim();
const items = lines.split("\n").map((line) => JSON.parse(line) as BatchItem);
const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY

try {
  // Repeating the command within a day continues with the same batch.
  const idempotency_key = createHash("sha256").update(lines).digest("hex");
  const { id } = await selfsame.batches.create({ items, idempotency_key });

  for (;;) {
    const { status, done, failed, total, eta_s } = await selfsame.batches.get(id);
    console.error(`${status}: ${done + failed} of ${total}`);
    if (status === "completed" || status === "cancelled") break;
    await setTimeout(Math.min(60, Math.max(1, (eta_s ?? 4) / 4)) * 1000);
  }
  for await (const result of selfsame.batches.results(id)) {
    console.log([result.id, result.status, result.match ?? result.code].join(","));
  }
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`${error.code}: ${error.message}`); // ends with the hint
  process.exitCode = 1;
}
