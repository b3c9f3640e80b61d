import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";

export interface Machine {
  /** The processor, its generation and the instructions that the models use. Machines of one kind are comparable. */
  readonly kind: string;
  /** Cores, memory, system. */
  readonly details: string;
}

/** Instruction sets that ONNX Runtime and the decoders have kernels for, the most relevant last; by their names in Linux. */
const telling: readonly (readonly [flag: string, name: string])[] = [
  ["asimd", "NEON"],
  ["avx2", "AVX2"],
  ["avx512f", "AVX-512"],
  ["avx512_vnni", "VNNI"],
  ["avx512_bf16", "BF16"],
  ["amx_int8", "AMX"],
];

/**
 * AMD's generations by family and the upper four bits of the model, as in Linux (arch/x86/kernel/cpu/amd.c, bsp_init_amd). Clouds name all of them
 * "AMD EPYC", and two generations with the same instructions differ in speed.
 */
const zenGenerations = [
  { family: 23, upperModels: [0x0, 0x1, 0x2, 0x5], name: "Zen 1" },
  { family: 23, upperModels: [0x3, 0x4, 0x6, 0x7, 0x9, 0xa], name: "Zen 2" },
  { family: 25, upperModels: [0x0, 0x2, 0x3, 0x4, 0x5], name: "Zen 3" },
  { family: 25, upperModels: [0x1, 0x6, 0x7, 0x8, 0x9, 0xa], name: "Zen 4" },
  { family: 26, upperModels: [0x0, 0x1, 0x2, 0x4, 0x6, 0x7], name: "Zen 5" },
] as const;

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    kind: kindOf(processors[0]?.model.trim() || "unknown processor", linuxCpuInfo()),
    details: `${processors.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.versions.node}`,
  };
}

/** @param cpuInfo Linux's /proc/cpuinfo; empty on other systems, where only the processor's name is used */
export function kindOf(processor: string, cpuInfo: string): string {
  const field = (name: string) => new RegExp(`^(?:${name})\\s*:(.*)$`, "m").exec(cpuInfo)?.[1]?.trim() ?? "";
  const [family, model] = [Number(field("cpu family")), Number(field("model"))];
  const zen = zenGenerations.find(
    (one) => one.family === family && one.upperModels.some((upper) => upper === model >> 4),
  );
  // "flags" on x86, "Features" on Arm.
  const flags = new Set(field("flags|Features").split(/\s+/));
  const instructions = telling.flatMap(([flag, name]) => (flags.has(flag) ? [name] : [])).join(" ");
  return [processor, zen?.name, instructions].filter(Boolean).join(", ");
}

function linuxCpuInfo(): string {
  try {
    return readFileSync("/proc/cpuinfo", "utf8");
  } catch {
    return "";
  }
}
