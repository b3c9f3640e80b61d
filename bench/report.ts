import { cpus, release, totalmem, type } from "node:os";
import type { Timing } from "./measure.ts";

export interface Stage {
  readonly name: string;
  readonly timing: Timing;
  /** Of its processor time, inside ONNX Runtime. */
  readonly modelMs: number;
}

export interface HttpRow {
  readonly name: string;
  readonly timing: Timing;
  readonly perSecond: number;
}

export interface Results {
  readonly stages: readonly Stage[];
  /** Processor time of every model run that a verify needs. */
  readonly verifyModelMs: number;
  readonly http: readonly HttpRow[];
  /** The longest turn of the server's event loop. */
  readonly eventLoop: { readonly wallMs: number; readonly cpuMs: number };
  readonly memoryMb: number;
  /** The machine's load when the run began. */
  readonly load: number;
  readonly peers: readonly { readonly name: string; readonly timing: Timing; readonly foundShare: number }[];
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `|${head.map((_, i) => (i === 0 ? "---|" : "--:|")).join("")}`, ...rows.map(line)].join("\n");
}

/** docs/benchmarks.md, from what was measured. */
export function renderReport({ stages, verifyModelMs, http, eventLoop, memoryMb, load, peers }: Results): string {
  const [alone] = http;
  const besides =
    alone === undefined ? "" : ` The whole request takes ${(alone.timing.cpu / verifyModelMs).toFixed(1)} times that.`;
  const processors = cpus();
  const cells = ({ p50, p95, cpu }: Timing): string[] => [ms(p50), ms(p95), ms(cpu)];
  const verify = http.map(({ name, timing, perSecond }) => [name, ...cells(timing), perSecond.toFixed(1)]);
  const perStage = stages.map(({ name, timing, modelMs }) => [name, ...cells(timing), ms(modelMs)]);
  const beside = peers.map(({ name, timing, foundShare }) => [
    name,
    ...cells(timing),
    `${Math.round(100 * foundShare)} %`,
  ]);
  return `# Benchmarks

<!-- Written by \`npm run bench\`. Run it again rather than change this page. -->

Measured on ${new Date().toISOString().slice(0, 10)}: ${processors[0]?.model.trim() ?? "unknown processor"}, ${processors.length} cores, \
${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.versions.node}. The client, the server and its workers share these
cores. When it began, ${load.toFixed(1)} processes on average wanted one. Another machine gives other figures:
\`npm run bench\` takes some minutes and writes this page anew.

**p50** and **p95** are milliseconds by the clock, at the median and the 95th percentile. **processor** is milliseconds of processor time on
average, on all cores together: it says what the work costs, also where the machine had other things to do.

Unless said otherwise the photos show one person, 1024 pixels on the longer side, JPEGs of 110 to 160 KB, cut from the sample pictures of
face-api.

## A verify over HTTP

\`POST /api/v2/verify\` with two photos: everything that a request costs, with the spoof check and the optimized crop of the selfie.

${table(["", "p50", "p95", "processor", "a second"], verify)}

- The models alone take ${ms(verifyModelMs)} ms of processor time for the two photos of a verify, measured in this run.${besides}
- The longest turn of the server's event loop took ${ms(eventLoop.cpuMs)} ms of processor time (${ms(eventLoop.wallMs)} ms by the clock, in which other
  processes had their share) while eight requests were open.
- The server and its workers together held ${Math.round(memoryMb)} MB of memory at the end.

## Where the time goes

One photo, one core, stage by stage.

${table(["stage", "p50", "p95", "processor", "of it in models"], perStage)}

## Beside other libraries

The work is the same for all: the bytes of a JPEG in, the descriptor of its most prominent face out; one process, decoded by the same
library; everything else switched off. The others run on their WASM back ends, which need nothing to be installed, as Selfsame does not.
This compares speed and nothing else.

${table(["", "p50", "p95", "processor", "found a face in"], beside)}
`;
}
