import type { Node } from "./graph.ts";
import { type Field, readFields, writeBytes, writeFloat, writeVarint } from "./protobuf.ts";

/** Field numbers of a node and of its attributes, from onnx.proto3. */
const attributeOfNode = 5;
const fields = { name: 1, float: 2, integer: 3, text: 4, integers: 8, type: 20 } as const;
const floatType = 1;

/** Fields of a node's attribute; empty if the node has none of that name. */
function attributeOf({ rest }: Node, name: string): readonly Field[] {
  const attributes = rest
    .flatMap((raw) => readFields(raw))
    .filter(({ number }) => number === attributeOfNode)
    .map(({ bytes }) => readFields(bytes));
  return attributes.find((own) => own.some((field) => field.number === fields.name && textOf(field) === name)) ?? [];
}

const textOf = ({ bytes }: Field) => Buffer.from(bytes).toString("utf8");

export function integerAttribute(node: Node, name: string): number | undefined {
  return attributeOf(node, name).find(({ number }) => number === fields.integer)?.value;
}

export function textAttribute(node: Node, name: string): string | undefined {
  const text = attributeOf(node, name).find(({ number }) => number === fields.text);
  return text && textOf(text);
}

/** @returns undefined for a list packed into one field, which hardly any exporter writes */
export function integersAttribute(node: Node, name: string): number[] | undefined {
  const list = attributeOf(node, name).filter(({ number }) => number === fields.integers);
  return list.some(({ bytes }) => bytes.length > 0) ? undefined : list.map(({ value }) => value);
}

/** A field for a node's `rest`. */
export function floatAttribute(name: string, value: number): Uint8Array {
  const attribute = [
    ...writeBytes(fields.name, name),
    writeFloat(fields.float, value),
    writeVarint(fields.type, floatType),
  ];
  return Buffer.concat(writeBytes(attributeOfNode, attribute));
}
