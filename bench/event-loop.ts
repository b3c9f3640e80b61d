/**
 * Loaded into the server by `--import`, beside its own code: how long its event loop was held up. SIGUSR2 writes the longest delay
 * since the last SIGUSR2 to the file named by BENCH_DELAY_FILE, in milliseconds, and starts anew.
 */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const file = process.env["BENCH_DELAY_FILE"];
const resolutionMs = 1;
const delayMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);

// The engine's workers inherit the option, but only the server has connections to keep waiting.
if (file !== undefined && process.argv[2] === "serve") {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  process.on("SIGUSR2", () => {
    writeFileSync(file, JSON.stringify({ maxMs: delayMs(delays.max), p99Ms: delayMs(delays.percentile(99)) }));
    delays.reset();
  });
}
