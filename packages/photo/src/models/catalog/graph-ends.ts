import { OperatorError } from "@selfsame/platform/operator-error";
import { type Field, readFields } from "../rewrite/protobuf.ts";

/** Field numbers from onnx.proto3. */
const modelGraph = 7;
const graphField = { initializer: 5, input: 11, output: 12 } as const;
const tensorName = 8;
const valueName = 1;

/** Names of an ONNX graph's inputs and outputs. Older files list their weights among the inputs. */
export function graphEnds(model: Uint8Array): {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
} {
  const fields = readFields(only(readFieldsOf(model), modelGraph).bytes);
  const names = (number: number, nameField: number) =>
    fields.filter((field) => field.number === number).map(({ bytes }) => textOf(bytes, nameField));
  const weights = new Set(names(graphField.initializer, tensorName));
  return {
    inputs: names(graphField.input, valueName).filter((name) => !weights.has(name)),
    outputs: names(graphField.output, valueName),
  };
}

/** @throws OperatorError unless there is exactly one name */
export function theOnly(names: readonly string[], what: string): string {
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw new OperatorError(
    `The model has ${names.length} ${what}s (${names.join(", ")}): the card must name the ${what}.`,
  );
}

const notOnnx = (cause?: unknown) =>
  new OperatorError("The file is not an ONNX model. Nothing was installed.", { cause });

function readFieldsOf(model: Uint8Array): readonly Field[] {
  try {
    return readFields(model);
  } catch (error) {
    throw notOnnx(error);
  }
}

function only(fields: readonly Field[], number: number): Field {
  const found = fields.find((field) => field.number === number);
  if (!found) throw notOnnx();
  return found;
}

const textOf = (message: Uint8Array, number: number): string =>
  Buffer.from(only(readFields(message), number).bytes).toString("utf8");
