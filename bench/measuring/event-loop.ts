/**
 * Loaded into the server by `--import`, beside its own code: how long its event loop was held up. SIGUSR2 writes the longest turn
 * since the last SIGUSR2 to the file named by BENCH_DELAY_FILE, and starts anew.
 */
import { writeFileSync } from "node:fs";

const file = process.env["BENCH_DELAY_FILE"];

// The engine's workers inherit the option, but only the server has connections to keep waiting.
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

/** Of this thread alone: what it computed itself, however busy the machine was. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
