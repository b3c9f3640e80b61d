/**
 * The part of WebAssembly's binary format (Core Specification 2.0, chapter 5) that a few loops need. The loops are written in TypeScript and encoded at
 * run time in a millisecond: no compiler to install, no binary to keep in step with its source.
 */

/** Encoded instructions. */
export type Code = readonly number[];

const typeCodes = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;
type Type = keyof typeof typeCodes;

/** A parameter or local variable, by its index. */
export interface Variable {
  readonly index: number;
}

/** Operand of an instruction: a variable, the result of other instructions, or a constant i32. */
export type Operand = Code | Variable | number;

function codeOf(operand: Operand): Code {
  if (typeof operand === "number") return [0x41, ...signed(operand)];
  return "index" in operand ? [0x20, ...unsigned(operand.index)] : operand;
}

/** LEB128, the encoding of all integers. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

const unary =
  (opcode: Code) =>
  (value: Operand): Code => [...codeOf(value), ...opcode];

const binary =
  (opcode: Code) =>
  (left: Operand, right: Operand): Code => [...codeOf(left), ...codeOf(right), ...opcode];

/** SIMD instructions have a prefix. */
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
/** Accesses any address, aligned or not. */
const unaligned = (opcode: number, offset: number): Code => [...simd(opcode), 0, ...unsigned(offset)];

export const set = (variable: Variable, value: Operand): Code => [...codeOf(value), 0x21, ...unsigned(variable.index)];

/** Do-while loop: runs the body, then again while `variable` is less than `end`. */
export const loopWhileLess = (variable: Variable, end: Operand, ...body: Code[]): Code => [
  0x03,
  0x40,
  ...body.flat(),
  ...codeOf(variable),
  ...codeOf(end),
  0x48,
  0x0d,
  0x00,
  0x0b,
];

/** While loop: checks the condition before each run. */
export const loopWhile = (condition: Operand, ...body: Code[]): Code => [
  0x02,
  0x40,
  0x03,
  0x40,
  ...codeOf(condition),
  0x45,
  0x0d,
  0x01,
  ...body.flat(),
  0x0c,
  0x00,
  0x0b,
  0x0b,
];

export const when = (condition: Operand, ...body: Code[]): Code => [
  ...codeOf(condition),
  0x04,
  0x40,
  ...body.flat(),
  0x0b,
];

export const either = (condition: Operand, first: readonly Code[], second: readonly Code[]): Code => [
  ...codeOf(condition),
  0x04,
  0x40,
  ...first.flat(),
  0x05,
  ...second.flat(),
  0x0b,
];

/** Ends the call with a WebAssembly.RuntimeError. */
export const trap: Code = [0x00];

const access =
  (opcode: number) =>
  (address: Operand, offset = 0): Code => [...codeOf(address), opcode, 0, ...unsigned(offset)];
const write =
  (opcode: number) =>
  (address: Operand, value: Operand, offset = 0): Code => [
    ...codeOf(address),
    ...codeOf(value),
    opcode,
    0,
    ...unsigned(offset),
  ];

export const i32 = {
  load: access(0x28),
  load16: access(0x2f),
  store: write(0x36),
  isZero: unary([0x45]),
  equal: binary([0x46]),
  less: binary([0x48]),
  greater: binary([0x4a]),
  add: binary([0x6a]),
  sub: binary([0x6b]),
  and: binary([0x71]),
  or: binary([0x72]),
  shl: binary([0x74]),
  shr: binary([0x75]),
  shrUnsigned: binary([0x76]),
  /** i32 from the lower half of an i64. */
  of: unary([0xa7]),
} as const;

export const i64 = {
  load: access(0x29),
  store: write(0x37),
  or: binary([0x84]),
  shl: binary([0x86]),
  shrUnsigned: binary([0x88]),
  /** i64 from an unsigned i32. */
  of: unary([0xad]),
  const: (value: number): Code => [0x42, ...signed(value)],
  extract: (values: Operand, lane: number): Code => [...codeOf(values), ...simd(29), lane],
} as const;

export const f32 = {
  load: access(0x2a),
  store: write(0x38),
  mul: binary([0x94]),
  /** Float from an integer. */
  of: unary([0xb2]),
} as const;

export const v128 = {
  const: (...values: readonly number[]): Code => [...simd(12), ...new Uint8Array(Int32Array.from(values).buffer)],
  load: (address: Operand, offset = 0): Code => [...codeOf(address), ...unaligned(0, offset)],
  /** Loads the lower half; the upper half is 0. */
  load64: (address: Operand): Code => [...codeOf(address), ...unaligned(93, 0)],
  /** Loads a double into both lanes. */
  load64Splat: (address: Operand, offset: number): Code => [...codeOf(address), ...unaligned(10, offset)],
  store: (address: Operand, value: Operand, offset = 0): Code => [
    ...codeOf(address),
    ...codeOf(value),
    ...unaligned(11, offset),
  ],
  /** Stores the lower half. */
  store64: (address: Operand, value: Operand, offset = 0): Code => [
    ...codeOf(address),
    ...codeOf(value),
    ...unaligned(91, offset),
    0,
  ],
  and: binary(simd(78)),
  or: binary(simd(80)),
  xor: binary(simd(81)),
} as const;

/** Byte indices of the chosen lanes, each `bytes` wide, as `shuffle` expects them. */
export const lanes = (bytes: number, chosen: readonly number[]): number[] =>
  chosen.flatMap((lane) => Array.from({ length: bytes }, (_, i) => lane * bytes + i));

export const i8x16 = {
  /** @param bytes index of each byte: 0 to 15 from `left`, 16 to 31 from `right` */
  shuffle: (left: Operand, right: Operand, bytes: readonly number[]): Code => [
    ...codeOf(left),
    ...codeOf(right),
    ...simd(13),
    ...bytes,
  ],
  narrow: binary(simd(102)),
} as const;

export const i16x8 = {
  /** Loads eight unsigned bytes as 16-bit lanes. */
  load: (address: Operand, offset = 0): Code => [...codeOf(address), ...unaligned(2, offset)],
  /** Loads eight signed bytes as 16-bit lanes. */
  loadSigned: (address: Operand): Code => [...codeOf(address), ...unaligned(1, 0)],
  splat: unary(simd(16)),
  narrow: binary(simd(134)),
  narrowSigned: binary(simd(133)),
  shr: binary(simd(141)),
  add: binary(simd(142)),
  sub: binary(simd(145)),
  mul: binary(simd(149)),
} as const;

export const i32x4 = {
  splat: unary(simd(17)),
  extract: (values: Operand, lane: number): Code => [...codeOf(values), ...simd(27), lane],
  shl: binary(simd(171)),
  extendLow: unary(simd(167)),
  extendHigh: unary(simd(168)),
  shr: binary(simd(172)),
  add: binary(simd(174)),
  sub: binary(simd(177)),
  mul: binary(simd(181)),
  min: binary(simd(182)),
  max: binary(simd(184)),
  /** Truncates floats towards 0, saturating. */
  truncate: unary(simd(248)),
  /** Sums of the products of neighboring 16-bit lanes. */
  dot: binary(simd(186)),
} as const;

export const f64x2 = {
  add: binary(simd(240)),
  mul: binary(simd(242)),
  /** Converts the first two of four 32-bit integers. */
  convertLow: unary(simd(254)),
} as const;

export const f32x4 = {
  /** Narrows two doubles to the first two of four floats. */
  demote: unary(simd(94)),
  /** A constant in all four lanes. */
  const: (value: number): Code => [...simd(12), ...new Uint8Array(Float32Array.of(value, value, value, value).buffer)],
  add: binary(simd(228)),
  sub: binary(simd(229)),
  mul: binary(simd(230)),
  convert: unary(simd(250)),
} as const;

type Variables<Name extends string, T extends Type> = Readonly<Record<Name, T>>;
const named =
  <T extends Type>(type: T) =>
  <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, type])) as Variables<Name, T>;
export const numbers = named("i32");
export const longNumbers = named("i64");
export const vectors = named("v128");

/** A function without a return value. */
export interface Definition {
  readonly parameters: readonly Type[];
  readonly locals: readonly Type[];
  readonly body: Code;
}

export function define<P extends string, L extends string>(
  parameters: Readonly<Record<P, Type>>,
  locals: Readonly<Record<L, Type>>,
  body: (variables: Readonly<Record<P | L, Variable>>) => readonly Code[],
): Definition {
  const names = [...Object.keys(parameters), ...Object.keys(locals)];
  const variables = Object.fromEntries(names.map((name, index) => [name, { index }])) as Record<P | L, Variable>;
  return { parameters: Object.values(parameters), locals: Object.values(locals), body: body(variables).flat() };
}

const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))];
const nameOf = (text: string): Code => sized(Array.from(text, (letter) => letter.charCodeAt(0)));

const magicAndVersion: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** Exported by every module besides its functions. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): void;
}

const pageBytes = 65536;

/** Grows a memory to at least `bytes`. Growing replaces its buffer. */
export function growTo(memory: Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes);
  if (missing > 0) memory.grow(missing);
}

declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** Assembles the functions and instantiates them with their memory. */
export function instantiate(functions: Readonly<Record<string, Definition>>): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(assemble(functions))).exports;
}

/** A module that exports these functions by name, with one page of memory. */
function assemble(functions: Readonly<Record<string, Definition>>): Uint8Array<ArrayBuffer> {
  const definitions = Object.values(functions);
  const exported = Object.keys(functions).map((name, index) => [...nameOf(name), 0x00, ...unsigned(index)]);
  const typeOf = ({ parameters }: Definition) => [0x60, ...list(parameters.map((type) => [typeCodes[type]])), 0x00];
  const codeOfBody = ({ locals, body }: Definition) =>
    sized([...list(locals.map((type) => [0x01, typeCodes[type]])), ...body, 0x0b]);
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(1, definitions.map(typeOf)),
    ...section(
      3,
      definitions.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[0x00, 0x01]]),
    ...section(7, [[...nameOf("memory"), 0x02, 0x00], ...exported]),
    ...section(10, definitions.map(codeOfBody)),
  ]);
}
