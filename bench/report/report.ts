import type { BatchFigures } from "../batches.ts";
import type { Timing } from "../measuring/measure.ts";
import type { Machine } from "./machine.ts";

export interface Stage {
  readonly name: string;
  readonly timing: Timing;
  /** The part of the processor time spent in ONNX Runtime. */
  readonly modelMs: number;
}

export interface HttpRow {
  readonly name: string;
  readonly timing: Timing;
  readonly perSecond: number;
}

export interface Results {
  readonly stages: readonly Stage[];
  /** Processor time of all model runs of a verify. */
  readonly verifyModelMs: number;
  readonly http: readonly HttpRow[];
  /** The longest turn of the server's event loop. */
  readonly eventLoop: { readonly wallMs: number; readonly cpuMs: number };
  /** Memory with shared pages counted in each process; `own`: counted once, if the system reports it. */
  readonly memoryMb: number;
  readonly ownMemoryMb?: number | undefined;
  /** Absent in runs of earlier versions. */
  readonly batches?: BatchFigures;
  /** The average number of processes that wanted a core, at the start and at the end of the run. */
  readonly load: { readonly before: number; readonly after: number };
  readonly peers: readonly { readonly name: string; readonly timing: Timing; readonly foundShare: number }[];
}

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `|${head.map((_, i) => (i === 0 ? "---|" : "--:|")).join("")}`, ...rows.map(line)].join("\n");
}

/** The part that all machines share in docs/benchmarks.md. */
export const introduction = `# Benchmarks

<!-- Written by \`npm run bench\`. Run it again rather than change this page. -->

These tables show how fast a verify is and what it costs. \`npm run bench\` takes some minutes and writes the section for your machine. \`-- --json FILE\` saves the figures. \`-- --compare FILE\`
compares processor time and memory with an earlier run on the same kind of machine, and fails if either grew by 15 %.

The client, the server and its workers share the machine's cores. **p50** and **p95** are the median and the 95th percentile of elapsed
milliseconds. **processor** is the average processor time in milliseconds, on all cores together. It shows the cost even on a busy machine.

Unless stated otherwise, photos show one person and are JPEGs of 110 to 160 KB, 1024 pixels on the longer side, from the sample pictures of
face-api. A verify has two photos. That of version 3 is \`POST /api/v3/verify\` with its defaults: embeddings and quality of both. That of version 2
adds the spoof check and the optimized crop of the selfie, and has no quality. Stages are for one photo
on one core. The other libraries do the same work: from the bytes of a JPEG to the descriptor of its most prominent face, in one process, with the same
decoder and all other features disabled. They use their WASM back ends, which need no installation. This compares only speed.`;

function batchSection({ alone, beside, pairs, directPerSecond, batchPerSecond }: BatchFigures): string {
  return `### Batches

${table(
  ["version 3's verify, one at a time", "p50", "p95"],
  [
    ["with no batch", ms(alone.p50), ms(alone.p95)],
    ["beside a batch", ms(beside.p50), ms(beside.p95)],
  ],
)}

- A batch of ${pairs} pairs takes ${batchPerSecond.toFixed(1)} a second, ${Math.round((100 * batchPerSecond) / directPerSecond)} % of the rate of single verify calls that keep every worker busy.

`;
}

/** The section of docs/benchmarks.md for one machine. */
export function renderSection(machine: Machine, results: Results): string {
  const { stages, verifyModelMs, http, eventLoop, memoryMb, ownMemoryMb, batches, load, peers } = results;
  const alone = http.find(({ name }) => name === "version 2, one at a time");
  const besides =
    alone === undefined ? "" : ` The whole request takes ${(alone.timing.cpu / verifyModelMs).toFixed(1)} times that.`;
  const cells = ({ p50, p95, cpu }: Timing): string[] => [ms(p50), ms(p95), ms(cpu)];
  const verify = http.map(({ name, timing, perSecond }) => [name, ...cells(timing), perSecond.toFixed(1)]);
  const perStage = stages.map(({ name, timing, modelMs }) => [name, ...cells(timing), ms(modelMs)]);
  const own = peers[0]?.timing.cpu ?? Number.NaN;
  const beside = peers.map(({ name, timing, foundShare }) => [
    name,
    ...cells(timing),
    (timing.cpu / own).toFixed(1),
    `${Math.round(100 * foundShare)} %`,
  ]);
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine.details}. When it began, ${load.before.toFixed(1)} processes on average wanted a core; when it ended,
${load.after.toFixed(1)}.

### A verify over HTTP

${table(["", "p50", "p95", "processor", "a second"], verify)}

- The models alone take ${ms(verifyModelMs)} ms of processor time for the two photos of a verify of version 2, measured in this run.${besides}
- The longest turn of the server's event loop took ${ms(eventLoop.cpuMs)} ms of processor time (${ms(eventLoop.wallMs)} ms elapsed, including time of other
  processes) while eight requests were open.
- The server and its workers together held ${Math.round(memoryMb)} MB of memory after 1,000 verifies, with shared memory counted for each process${ownMemoryMb === undefined ? "" : `, or ${Math.round(ownMemoryMb)} MB with it counted once`}.

${batches === undefined ? "" : batchSection(batches)}### Where the time goes

${table(["stage", "p50", "p95", "processor", "of it in models"], perStage)}

### Beside other libraries

${table(["", "p50", "p95", "processor", "times ours", "found a face in"], beside)}
`;
}
