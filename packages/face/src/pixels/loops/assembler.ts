/**
 * As much of WebAssembly's binary format (Core Specification 2.0, chapter 5) as a few loops need. The loops are written in TypeScript
 * and encoded where they run, in a millisecond: there is no compiler to install, and no binary to keep in step with its source.
 */

/** Instructions, encoded. */
export type Code = readonly number[];

const typeCodes = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;
type Type = keyof typeof typeCodes;

/** A parameter or a local variable, by its number. */
export interface Variable {
  readonly index: number;
}

/** What an instruction works on: the value of a variable, what other instructions leave, or a constant i32. */
export type Operand = Code | Variable | number;

function codeOf(operand: Operand): Code {
  if (typeof operand === "number") return [0x41, ...signed(operand)];
  return "index" in operand ? [0x20, ...unsigned(operand.index)] : operand;
}

/** LEB128, as all whole numbers are encoded. */
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

/** Instructions on vectors have a prefix. */
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
/** At any address, aligned or not. */
const unaligned = (opcode: number, offset: number): Code => [...simd(opcode), 0, ...unsigned(offset)];

export const set = (variable: Variable, value: Operand): Code => [...codeOf(value), 0x21, ...unsigned(variable.index)];

/** Runs the body once, and again as long as `variable` is less than `end`. */
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

/** Runs the body as long as the condition holds, which is looked at first. */
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

/** Ends the call: the caller gets a WebAssembly.RuntimeError. */
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
  /** The lower half. */
  of: unary([0xa7]),
} as const;

export const i64 = {
  load: access(0x29),
  store: write(0x37),
  or: binary([0x84]),
  shl: binary([0x86]),
  shrUnsigned: binary([0x88]),
  /** Without a sign. */
  of: unary([0xad]),
  const: (value: number): Code => [0x42, ...signed(value)],
  extract: (values: Operand, lane: number): Code => [...codeOf(values), ...simd(29), lane],
} as const;

export const f32 = {
  load: access(0x2a),
  store: write(0x38),
  mul: binary([0x94]),
  /** Of a whole number. */
  of: unary([0xb2]),
} as const;

export const v128 = {
  const: (...values: readonly number[]): Code => [...simd(12), ...new Uint8Array(Int32Array.from(values).buffer)],
  load: (address: Operand, offset = 0): Code => [...codeOf(address), ...unaligned(0, offset)],
  /** Into the lower half; the upper one is 0. */
  load64: (address: Operand): Code => [...codeOf(address), ...unaligned(93, 0)],
  /** A double, as both of two. */
  load64Splat: (address: Operand, offset: number): Code => [...codeOf(address), ...unaligned(10, offset)],
  store: (address: Operand, value: Operand, offset = 0): Code => [
    ...codeOf(address),
    ...codeOf(value),
    ...unaligned(11, offset),
  ],
  /** Only the lower half. */
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

/** The places of these lanes' bytes, of so many bytes each, as `shuffle` wants them. */
export const lanes = (bytes: number, chosen: readonly number[]): number[] =>
  chosen.flatMap((lane) => Array.from({ length: bytes }, (_, i) => lane * bytes + i));

export const i8x16 = {
  /** @param bytes which of both: 0 to 15 are the left one's, 16 to 31 the right one's */
  shuffle: (left: Operand, right: Operand, bytes: readonly number[]): Code => [
    ...codeOf(left),
    ...codeOf(right),
    ...simd(13),
    ...bytes,
  ],
  narrow: binary(simd(102)),
} as const;

export const i16x8 = {
  /** Of eight bytes. */
  load: (address: Operand, offset = 0): Code => [...codeOf(address), ...unaligned(2, offset)],
  /** Of eight bytes, each with its sign. */
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
  /** Of floats, towards 0; what is too large becomes the largest. */
  truncate: unary(simd(248)),
  /** Of 16-bit numbers: the sums of the products of two neighbours each. */
  dot: binary(simd(186)),
} as const;

export const f64x2 = {
  add: binary(simd(240)),
  mul: binary(simd(242)),
  /** Of the first two of four 32-bit numbers. */
  convertLow: unary(simd(254)),
} as const;

export const f32x4 = {
  /** The first two of four, of doubles. */
  demote: unary(simd(94)),
  /** One number, as all of four. */
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

/** A function that returns nothing. */
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

/** What every module exports beside its functions. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): void;
}

const pageBytes = 65536;

/** Makes a memory `bytes` long at least. Where it has to grow, its buffer is another one then. */
export function growTo(memory: Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes);
  if (missing > 0) memory.grow(missing);
}

declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** What these functions are once they are assembled, and their memory. */
export function instantiate(functions: Readonly<Record<string, Definition>>): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(assemble(functions))).exports;
}

/** A module of these functions, exported by their names, and of one page of memory. */
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
