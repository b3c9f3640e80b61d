import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";

export interface Machine {
  /** Machines of one kind are comparable: the processor and what it knows of what the models use. */
  readonly kind: string;
  /** Cores, memory, system. */
  readonly details: string;
}

/** What ONNX Runtime and the decoders have kernels for, the most telling last; by the names that Linux gives them. */
const telling: readonly (readonly [flag: string, name: string])[] = [
  ["asimd", "NEON"],
  ["avx2", "AVX2"],
  ["avx512f", "AVX-512"],
  ["avx512_vnni", "VNNI"],
  ["avx512_bf16", "BF16"],
  ["amx_int8", "AMX"],
];

export function describeMachine(): Machine {
  const processors = cpus();
  const model = processors[0]?.model.trim() || "unknown processor";
  const instructions = instructionSets();
  return {
    kind: [model, ...(instructions.length > 0 ? [instructions.join(" ")] : [])].join(", "),
    details: `${processors.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.versions.node}`,
  };
}

/** Of Linux, which lists them as "flags" (x86) or "Features" (Arm); elsewhere the processor's name has to do. */
function instructionSets(): string[] {
  let text: string;
  try {
    text = readFileSync("/proc/cpuinfo", "utf8");
  } catch {
    return [];
  }
  const flags = new Set(/^(?:flags|Features)\s*:(.*)$/m.exec(text)?.[1]?.trim().split(/\s+/));
  return telling.flatMap(([flag, name]) => (flags.has(flag) ? [name] : []));
}
