import assert from "node:assert/strict";
import { test } from "node:test";
import { dg2, faceBlock, faceRecord, faceRecord2011, tlv } from "../../testing/documents/face-record.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { fuzzRuns } from "../../../../testing/fuzz-runs.ts";
import { type DocumentFormat, readDocument } from "./document.ts";
import { documentFaults } from "./fault.ts";

const [image, another] = [Buffer.alloc(700, 7), Buffer.alloc(300, 9)];
const records = { 2005: faceRecord(image), 2011: faceRecord2011(image), 39794: faceBlock(image) };

type Bare = Extract<DocumentFormat, "face_record" | "dg2">;
const read = (format: Bare, file: Uint8Array) =>
  readDocument({ format, file, sod: undefined }, { mustBeSigned: false, allowWeak: false }, async () => [], Date.now());
const outcomeOf = async (format: Bare, file: Uint8Array) => (await read(format, file)).outcome;

async function portraitOf(format: Bare, file: Uint8Array): Promise<Buffer> {
  const document = await read(format, file);
  return document.outcome === "read" ? Buffer.from(document.portrait) : assert.fail(document.outcome);
}

for (const [edition, record] of Object.entries(records)) {
  test(`the portrait of a face record of ${edition}, bare and in a data group, is the image's very bytes`, async () => {
    assert.deepEqual(await portraitOf("face_record", record), image);
    assert.deepEqual(await portraitOf("dg2", dg2(record)), image);
  });

  test(`a face record of ${edition} that is cut off, or with a byte more, is unreadable`, async () => {
    for (let length = 0; length < record.length; length += 13) {
      assert.equal(
        await outcomeOf("face_record", record.subarray(0, length)),
        "document_unreadable",
        `${length} bytes`,
      );
    }
    assert.equal(await outcomeOf("face_record", Buffer.concat([record, Buffer.of(1)])), "document_unreadable");
    assert.deepEqual(await portraitOf("face_record", Buffer.concat([record, Buffer.alloc(99)])), image);
  });
}

const jpeg = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(500, 7), Buffer.from("ffd9", "hex")]);
/** Offsets of the stated lengths: of the record, of the face, and in 2011 of the image. */
const lengthsAt = { 2005: [8, 14], 2011: [8, 17, 93] } as const;
const jpegRecords = { 2005: faceRecord(jpeg), 2011: faceRecord2011(jpeg) };

for (const edition of [2005, 2011] as const) {
  test(`a face record of ${edition} may be a little off in its lengths, where its only image is whole`, async () => {
    const claiming = (at: number, by: number, record = jpegRecords[edition]) => {
      const changed = Buffer.from(record);
      changed.writeUInt32BE(changed.readUInt32BE(at) + by, at);
      return changed;
    };
    for (const at of lengthsAt[edition]) {
      for (const by of [-14, -1, 1, 14]) {
        for (const [format, file] of [
          ["face_record", claiming(at, by)],
          ["dg2", dg2(claiming(at, by))],
        ] as const) {
          assert.deepEqual(await portraitOf(format, file), jpeg, `${by} at ${at}`);
        }
        const endless = await outcomeOf("face_record", claiming(at, by, records[edition]));
        if (at === 8 && by > 0) assert.equal(endless, "document_unreadable", "without an end");
      }
    }
    assert.equal(await outcomeOf("face_record", claiming(8, 65)), "document_unreadable");
    const cut = claiming(8, 0).subarray(0, -1);
    assert.equal(await outcomeOf("face_record", cut), "document_unreadable");
    assert.deepEqual(
      await portraitOf("face_record", Buffer.concat([claiming(8, 0), Buffer.from("0d0a", "hex")])),
      jpeg,
    );
  });
}

test("of two faces whose lengths are off there is no telling which bytes are whose", async () => {
  const record = faceRecord(jpeg, jpeg);
  record.writeUInt32BE(record.length + 1, 8);
  assert.equal(await outcomeOf("face_record", record), "document_unreadable");
});

test("of several templates the first with a portrait counts", async () => {
  const none = Buffer.alloc(0);
  assert.deepEqual(await portraitOf("dg2", dg2(faceRecord(none), faceRecord(image), faceRecord(another))), image);
  assert.deepEqual(await portraitOf("face_record", faceBlock(none, another)), another);
  assert.equal(await outcomeOf("dg2", dg2(faceRecord(none), faceRecord())), "document_portrait_missing");
});

test("of several faces the first counts: in one record, and in several templates", async () => {
  assert.deepEqual(await portraitOf("dg2", dg2(faceRecord(image, another))), image);
  assert.deepEqual(await portraitOf("dg2", dg2(faceRecord(another), faceRecord(image))), another);
  assert.deepEqual(await portraitOf("face_record", faceBlock(image, another)), image);
});

test("the portrait is a copy, so that the document can be forgotten", async () => {
  const file = dg2(faceRecord(image));
  const portrait = await portraitOf("dg2", file);
  file.fill(0);
  assert.deepEqual(portrait, image);
});

test("a document without a face is without a portrait", async () => {
  const missing = "document_portrait_missing";
  assert.equal(await outcomeOf("face_record", faceRecord()), missing);
  assert.equal(await outcomeOf("face_record", faceBlock()), missing);
  assert.equal(await outcomeOf("dg2", dg2()), missing);
  assert.equal(await outcomeOf("dg2", dg2(faceRecord())), missing);
  assert.equal(await outcomeOf("dg2", tlv(0x75, tlv(0x7f61, tlv(0x7f60, tlv(0xa1, Buffer.alloc(3)))))), missing);
  assert.equal(await outcomeOf("dg2", tlv(0x75)), missing);
});

test("an empty portrait is none", async () => {
  assert.equal(await outcomeOf("face_record", faceRecord(Buffer.alloc(0))), "document_portrait_missing");
  assert.equal(await outcomeOf("face_record", faceRecord2011(Buffer.alloc(0))), "document_portrait_missing");
  assert.equal(await outcomeOf("face_record", faceBlock(Buffer.alloc(0))), "document_portrait_missing");
});

test("what fills a chip's memory up behind a data group is no part of it", async () => {
  const file = dg2(faceRecord(image));
  for (const byte of [0, 0xff]) {
    assert.deepEqual(await portraitOf("dg2", Buffer.concat([file, Buffer.alloc(99, byte)])), image);
  }
  const inside = tlv(0x75, file.subarray(4), Buffer.alloc(99, 0xff));
  assert.deepEqual(await portraitOf("dg2", inside), image, "within the group");
  for (const rest of [Buffer.of(1), Buffer.of(0, 1), Buffer.of(0, 0xff)]) {
    assert.equal(await outcomeOf("dg2", Buffer.concat([file, rest])), "document_unreadable");
  }
});

test("another data group, a bare image and nothing at all are unreadable", async () => {
  const files = [tlv(0x61, Buffer.alloc(9)), tlv(0x77, Buffer.alloc(9)), image, Buffer.alloc(0), faceRecord(image)];
  for (const file of files) assert.equal(await outcomeOf("dg2", file), "document_unreadable");
  for (const file of [image, Buffer.alloc(0), dg2(faceRecord(image))]) {
    assert.equal(await outcomeOf("face_record", file), "document_unreadable");
  }
});

test("lengths that reach beyond what is there are unreadable", async () => {
  const claiming = (at: number, value: number) => {
    const record = faceRecord(image);
    record.writeUInt32BE(value, at);
    return record;
  };
  // Lengths of the record and of the face: too short for the header, too long, and the maximum.
  for (const value of [0, 13, 40, 5000, 0xffffffff]) {
    for (const at of [8, 14]) assert.equal(await outcomeOf("face_record", claiming(at, value)), "document_unreadable");
  }
  const points = faceRecord(image);
  points.writeUInt16BE(0xffff, 18);
  assert.equal(await outcomeOf("face_record", points), "document_unreadable", "feature points");
  const indefinite = Buffer.concat([Buffer.from([0x75, 0x80]), dg2(faceRecord(image)).subarray(4), Buffer.alloc(2)]);
  assert.equal(await outcomeOf("dg2", indefinite), "document_unreadable", "a length that is not said");
  const endlessTag = Buffer.concat([Buffer.from([0x75, 0x06, 0x7f, 0xff, 0xff, 0xff, 0xff, 0x00])]);
  assert.equal(await outcomeOf("dg2", endlessTag), "document_unreadable", "a tag without an end");
  const many = Buffer.concat(Array.from({ length: 1025 }, () => tlv(0x04)));
  assert.equal(await outcomeOf("dg2", tlv(0x75, many)), "document_unreadable", "more elements than any document has");
});

test("whatever is changed in a document, it is read or rejected", async () => {
  const originals = [...Object.values(records), ...Object.values(records).map((record) => dg2(record))];
  const known: ReadonlySet<string> = new Set(["read", ...documentFaults]);
  for (const file of mutated(originals, fuzzRuns(2000), 40)) {
    for (const format of ["face_record", "dg2"] as const) assert.ok(known.has(await outcomeOf(format, file)));
  }
});
