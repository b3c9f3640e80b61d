import { parseSync, Visitor } from "oxc-parser";

/** One small change of a file, which its tests should notice. */
export interface Mutant {
  /** Range of the replaced text, in characters of the source. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

const operators: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
};

/** Methods that people confuse with their opposite, or forget. */
const methods: ReadonlyMap<string, string> = new Map([
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["some", "every"],
  ["every", "some"],
]);

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Changes a count by one; doubles a time or a size. */
const neighborOf = (value: number) => (value < 1000 ? value + 1 : value * 2);

/**
 * The mutants of a TypeScript file, in the order of its text: operators, conditions, returned values, numbers, omitted calls. Imports, types and
 * error messages are not changed.
 */
export function mutantsOf(source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const { program, errors } = parseSync("mutated.ts", source);
  if (errors[0]) throw new Error(`The file cannot be parsed: ${errors[0].message}`);
  const replace = ({ start, end }: Span, text: string) => {
    if (source.slice(start, end) === text) return;
    found.push({ start, end, text, line: source.slice(0, start).split("\n").length });
  };
  const operator = (left: Span, right: Span, its: string) => {
    const start = left.end + source.slice(left.end, right.start).indexOf(its);
    for (const other of operators[its] ?? []) replace({ start, end: start + its.length }, other);
  };
  const condition = (test: Span) => {
    replace(test, "true");
    replace(test, "false");
  };
  const types = new Set<number>();
  new Visitor({
    TSLiteralType: ({ literal }) => void types.add(literal.start),
    BinaryExpression: ({ left, right, operator: its }) => operator(left, right, its),
    LogicalExpression: ({ left, right, operator: its }) => operator(left, right, its),
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    UnaryExpression: ({ operator: its, argument, start }) => {
      if (its === "!") replace({ start, end: argument.start }, "");
    },
    MemberExpression: ({ property }) => {
      const other = property.type === "Identifier" ? methods.get(property.name) : undefined;
      if (other !== undefined) replace(property, other);
    },
    Literal: (literal) => {
      if (typeof literal.value === "number") replace(literal, `${neighborOf(literal.value)}`);
      if (typeof literal.value === "boolean") replace(literal, `${!literal.value}`);
    },
    ExpressionStatement: ({ expression }) => {
      const { type } = expression;
      if (type === "CallExpression" || type === "AwaitExpression") replace(expression, "void 0");
    },
  }).visit(program);
  return found
    .filter(({ start }) => !types.has(start))
    .toSorted((a, b) => a.start - b.start || a.text.localeCompare(b.text));
}

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);
