import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf } from "./machine.ts";

/** One core of /proc/cpuinfo, as Linux writes it. */
const amd = (family: number, model: number) =>
  `processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: ${family}\nmodel\t\t: ${model}\nmodel name\t: AMD EPYC\nflags\t\t: fpu avx2 avx512f avx512_bf16 avx512_vnni\n`;

test("EPYCs of two generations with the same name and instructions are two kinds", () => {
  assert.equal(kindOf("AMD EPYC", amd(25, 17)), "AMD EPYC, Zen 4, AVX2 AVX-512 VNNI BF16");
  assert.equal(kindOf("AMD EPYC", amd(26, 2)), "AMD EPYC, Zen 5, AVX2 AVX-512 VNNI BF16");
});

test("a family holds several generations", () => {
  const kinds = [amd(23, 1), amd(23, 49), amd(25, 1), amd(25, 160)].map((cpuInfo) => kindOf("AMD EPYC", cpuInfo));
  assert.deepEqual(
    kinds.map((kind) => kind.split(", ")[1]),
    ["Zen 1", "Zen 2", "Zen 3", "Zen 4"],
  );
});

test("a generation that is not known is left out, as are instructions where there is no /proc/cpuinfo", () => {
  assert.equal(kindOf("AMD EPYC", amd(99, 2)), "AMD EPYC, AVX2 AVX-512 VNNI BF16");
  assert.equal(
    kindOf("Intel Xeon", "cpu family\t: 6\nmodel\t\t: 143\nflags\t\t: avx2 amx_int8\n"),
    "Intel Xeon, AVX2 AMX",
  );
  assert.equal(kindOf("Neoverse-N1", "Features\t: fp asimd\n"), "Neoverse-N1, NEON");
  assert.equal(kindOf("Apple M4", ""), "Apple M4");
});
