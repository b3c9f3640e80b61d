/**
 * Loaded into the server by `--import`: measures how long the event loop was blocked. SIGUSR2 writes the longest turn since the last SIGUSR2 to the
 * file named by BENCH_DELAY_FILE, and resets it.
 */
import { writeFileSync } from "node:fs";

const file = process.env["BENCH_DELAY_FILE"];

// The engine's workers inherit the option, but only the server has waiting connections.
if (file !== undefined && process.argv[2] === "serve") {
  let wall = performance.now();
  let cpu = threadCpuMs();
  let longest = { wallMs: 0, cpuMs: 0 };
  const tick = (): void => {
    const [wallNow, cpuNow] = [performance.now(), threadCpuMs()];
    longest = { wallMs: Math.max(longest.wallMs, wallNow - wall - 1), cpuMs: Math.max(longest.cpuMs, cpuNow - cpu) };
    [wall, cpu] = [wallNow, cpuNow];
  };
  setInterval(tick, 1).unref();
  process.on("SIGUSR2", () => {
    writeFileSync(file, JSON.stringify(longest));
    longest = { wallMs: 0, cpuMs: 0 };
  });
}

/** Processor time of this thread alone, independent of the machine's other load. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
