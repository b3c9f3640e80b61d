/** Classes and IDs that a pickle may name. Others are rejected, because unpickling a class runs it. */
export interface Classes {
  readonly call: (name: string, args: readonly unknown[]) => unknown;
  readonly persistent: (id: readonly unknown[]) => unknown;
}

const mark = Symbol("mark");

interface Machine {
  readonly bytes: Buffer;
  at: number;
  readonly stack: unknown[];
  readonly memo: Map<number, unknown>;
  readonly classes: Classes;
}

class Global {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Operations by opcode, of protocol 2 (Lib/pickletools.py of CPython): those that torch writes for weights. */
const operations: Readonly<Record<number, (machine: Machine) => void>> = {
  0x80: (m) => void take(m, 1), // PROTO
  0x28: (m) => m.stack.push(mark),
  0x29: (m) => m.stack.push([]), // EMPTY_TUPLE
  0x4a: (m) => m.stack.push(take(m, 4).readInt32LE()),
  0x4b: (m) => m.stack.push(take(m, 1).readUInt8()),
  0x4d: (m) => m.stack.push(take(m, 2).readUInt16LE()),
  0x4e: (m) => m.stack.push(undefined),
  0x51: (m) => m.stack.push(m.classes.persistent(m.stack.pop() as unknown[])),
  0x52: reduce,
  0x58: (m) => m.stack.push(take(m, take(m, 4).readUInt32LE()).toString("utf8")),
  0x5d: (m) => m.stack.push([]), // EMPTY_LIST
  0x62: (m) => void m.stack.pop(), // BUILD: attributes, such as the versions of modules
  0x63: (m) => m.stack.push(new Global(`${line(m)}.${line(m)}`)),
  0x65: (m) => append(m, popToMark(m)),
  0x68: (m) => m.stack.push(recall(m, take(m, 1).readUInt8())),
  0x6a: (m) => m.stack.push(recall(m, take(m, 4).readUInt32LE())),
  0x71: (m) => void m.memo.set(take(m, 1).readUInt8(), m.stack.at(-1)),
  0x72: (m) => void m.memo.set(take(m, 4).readUInt32LE(), m.stack.at(-1)),
  0x73: (m) => setItems(m, m.stack.splice(-2)),
  0x74: (m) => m.stack.push(popToMark(m)),
  0x75: (m) => setItems(m, popToMark(m)),
  0x7d: (m) => m.stack.push(new Map()),
  0x85: (m) => m.stack.push(m.stack.splice(-1)),
  0x86: (m) => m.stack.push(m.stack.splice(-2)),
  0x87: (m) => m.stack.push(m.stack.splice(-3)),
  0x88: (m) => m.stack.push(true),
  0x89: (m) => m.stack.push(false),
  0x8a: (m) => m.stack.push(take(m, take(m, 1).readUInt8()).toString("hex")), // LONG1: used only for comparison
};
const stop = 0x2e;

/**
 * Reads one pickle as data: dictionaries as maps, tuples and lists as arrays.
 * @returns the value, and the position after the pickle
 * @throws Error at an opcode or a class that weights do not need
 */
export function readPickle(
  bytes: Buffer,
  from: number,
  classes: Classes,
): { readonly value: unknown; readonly end: number } {
  const machine: Machine = { bytes, at: from, stack: [], memo: new Map(), classes };
  for (;;) {
    const opcode = take(machine, 1).readUInt8();
    if (opcode === stop) return { value: machine.stack.pop(), end: machine.at };
    const operation = operations[opcode];
    if (!operation) throw new Error(`the pickle has the opcode 0x${opcode.toString(16)}, which weights do not need`);
    operation(machine);
  }
}

function take(machine: Machine, length: number): Buffer {
  const end = machine.at + length;
  if (end > machine.bytes.length) throw new Error("the pickle ends too soon");
  const taken = machine.bytes.subarray(machine.at, end);
  machine.at = end;
  return taken;
}

function line(machine: Machine): string {
  const end = machine.bytes.indexOf("\n", machine.at);
  if (end === -1) throw new Error("the pickle ends too soon");
  return take(machine, end + 1 - machine.at)
    .toString("utf8")
    .trimEnd();
}

function popToMark({ stack }: Machine): unknown[] {
  const at = stack.lastIndexOf(mark);
  if (at === -1) throw new Error("the pickle has no mark where it needs one");
  const items = stack.splice(at);
  return items.slice(1);
}

function recall({ memo }: Machine, key: number): unknown {
  if (!memo.has(key)) throw new Error(`the pickle recalls ${key}, which it did not keep`);
  return memo.get(key);
}

function append({ stack }: Machine, items: readonly unknown[]): void {
  const list = stack.at(-1);
  if (!Array.isArray(list)) throw new Error("the pickle appends to what is no list");
  list.push(...items);
}

function setItems({ stack }: Machine, items: readonly unknown[]): void {
  const map = stack.at(-1);
  if (!(map instanceof Map)) throw new Error("the pickle sets items of what is no dictionary");
  for (let i = 0; i < items.length; i += 2) map.set(items[i], items[i + 1]);
}

function reduce({ stack, classes }: Machine): void {
  const [callee, args] = stack.splice(-2);
  if (!(callee instanceof Global) || !Array.isArray(args)) throw new Error("the pickle calls what is no class");
  stack.push(classes.call(callee.name, args));
}
