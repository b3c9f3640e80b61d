import assert from "node:assert/strict";
import { test } from "node:test";
import { tlv } from "../../../testing/documents/face-record.ts";
import { elementsOf, EncodingError, fieldsOf, octetsOf, oidOf, readElement, smallIntegerOf, tags } from "./ber.ts";
import { budgets } from "../budgets.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const rejects = (read: () => unknown, message?: string) => assert.throws(read, EncodingError, message);

test("an element has its tag, its content and all its bytes, with a short length, a long one and none", () => {
  for (const [bytes, content] of [
    [hex("0401 07"), hex("07")],
    [tlv(0x04, Buffer.alloc(300, 7)), Buffer.alloc(300, 7)],
    [tlv(0x04), Buffer.alloc(0)],
    [hex("3080 0401 07 3080 0000 0000"), hex("0401 07 3080 0000")],
  ] as const) {
    const element = readElement(bytes);
    assert.deepEqual([element.tag, Buffer.from(element.content), element.bytes], [bytes[0], content, bytes]);
  }
});

test("what is cut off, too long, or encoded as nothing is, is rejected", () => {
  for (const text of [
    "",
    "04",
    "0402 07",
    "0401 0707",
    "0401 07 04",
    "0481 01 07",
    "048200ff" + "00".repeat(255),
    "0480 0000",
    "3080 0401 07",
    "3080 00",
    "1f01 00",
    "0485 0000000001 00",
    "0484 ffffffff 00",
  ]) {
    rejects(() => readElement(hex(text)), text);
  }
});

test("elements side by side, within each other and without a length have budgets", () => {
  const many = (count: number) => Buffer.concat(Array.from({ length: count }, () => hex("0500")));
  assert.equal(elementsOf(many(budgets.siblings)).length, budgets.siblings);
  rejects(() => elementsOf(many(budgets.siblings + 1)));
  const deep = (depth: number) => Buffer.concat([many(depth).fill(hex("3080")), many(depth).fill(0)]);
  assert.equal(elementsOf(deep(budgets.berDepth + 1)).length, 1);
  rejects(() => elementsOf(deep(budgets.berDepth + 2)));
  const wide = (count: number) => Buffer.concat([hex("3080"), many(count), hex("0000")]);
  assert.equal(elementsOf(wide(budgets.berElements - 1)).length, 1);
  rejects(() => elementsOf(wide(budgets.berElements)));
});

test("an object identifier has at most 32 bytes, and whole arcs", () => {
  const oid = (content: Buffer) => oidOf(readElement(tlv(0x06, content)));
  assert.equal(oid(hex("2a864886f70d010702")), "1.2.840.113549.1.7.2");
  assert.equal(oid(hex("678108010101")), "2.23.136.1.1.1");
  assert.equal(oid(hex("883703")), "2.999.3");
  assert.equal(oid(Buffer.alloc(budgets.oidBytes, 1)).split(".").length, budgets.oidBytes + 1);
  for (const content of ["", "2a86", "2a" + "ff".repeat(8) + "7f"]) rejects(() => oid(hex(content)), content);
  rejects(() => oid(Buffer.alloc(budgets.oidBytes + 1, 1)));
  rejects(() => oidOf(readElement(hex("0401 2a"))));
});

test("a small integer is neither negative nor large", () => {
  const integer = (content: string) => smallIntegerOf(readElement(tlv(0x02, hex(content))));
  assert.deepEqual(["00", "02", "0100", "7fffffff"].map(integer), [0, 2, 256, 0x7fffffff]);
  for (const content of ["", "80", "0100000000"]) rejects(() => integer(content), content);
  rejects(() => smallIntegerOf(readElement(hex("0401 01"))));
});

test("octets may come in parts, and in no parts of other kinds", () => {
  assert.deepEqual(octetsOf(readElement(hex("0402 0102"))), hex("0102"));
  assert.deepEqual(octetsOf(readElement(hex("2480 0401 01 0401 02 0000"))), hex("0102"));
  for (const text of ["0201 01", "2403 0201 01"]) rejects(() => octetsOf(readElement(hex(text))), text);
});

test("fields are taken in their order, once, and to the last", () => {
  const fields = fieldsOf(readElement(hex("3008 0201 01 0500 0401 02")));
  assert.equal(fields.option(tags.oid), undefined);
  assert.equal(fields.take(tags.integer).content[0], 1);
  rejects(() => fields.take(tags.integer));
  rejects(() => fields.end());
  assert.equal(fields.any()?.tag, tags.null);
  assert.equal(fields.option(tags.octetString)?.content[0], 2);
  fields.end();
  assert.equal(fields.any(), undefined);
  rejects(() => fieldsOf(readElement(hex("3100"))));
});
