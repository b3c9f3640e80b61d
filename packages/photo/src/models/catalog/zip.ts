import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { OperatorError } from "@selfsame/platform/operator-error";

/** Sizes and offsets from PKWARE's APPNOTE 6.3. */
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const commentMax = 65_535;
const directoryMax = 16 * 1024 * 1024;

interface Member {
  readonly method: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly at: number;
}

/**
 * Unpacks one file of an archive to the given path: paths inside the archive are ignored.
 * @param member the file's name, in any folder of the archive
 * @throws OperatorError
 */
export async function unzipMember(archive: string, member: string, to: string, sizeMax: number): Promise<void> {
  const file = await open(archive, "r");
  let found: Member;
  let start: number;
  try {
    found = await findMember(file, member);
    if (found.sizeBytes > sizeMax) throw damaged(`${member} is larger than it may be`);
    const local = await readAt(file, found.at, 30);
    if (local.readUInt32LE(0) !== localSignature) throw damaged("a file does not begin where it should");
    start = found.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  } finally {
    await file.close();
  }
  const packed = createReadStream(archive, { start, end: start + found.packedBytes - 1 });
  const inflate = found.method === 8 ? [createInflateRaw()] : [];
  let sizeBytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(sizeBytes > found.sizeBytes ? damaged(`${member} is longer than it says`) : null, chunk);
    },
  });
  await pipeline([packed, ...inflate, count, createWriteStream(to)]).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith("Z_") === true ? damaged(error.code) : error;
  });
  if (sizeBytes !== found.sizeBytes) throw damaged(`${member} is shorter than it says`);
}

async function findMember(file: FileHandle, member: string): Promise<Member> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, endBytes + commentMax);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  let end = tail.length - endBytes;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw damaged("it is no zip archive");
  const [directoryBytes, directoryAt] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (directoryBytes > directoryMax || directoryAt + directoryBytes > size) throw damaged("its directory does not fit");
  const directory = await readAt(file, directoryAt, directoryBytes);
  const members = [...entriesOf(directory)].filter(({ name }) => name.split("/").at(-1) === member);
  const [only, more] = members;
  if (!only) throw new OperatorError(`The archive has no ${member}.`);
  if (more) throw new OperatorError(`The archive has ${members.length} files of the name ${member}.`);
  if (only.encrypted || ![0, 8].includes(only.method)) throw damaged(`${member} is packed in an unknown way`);
  return only;
}

function* entriesOf(directory: Buffer) {
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== entrySignature) throw damaged("its directory is broken");
    const nameBytes = directory.readUInt16LE(at + 28);
    yield {
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
      name: directory.toString("utf8", at + 46, at + 46 + nameBytes),
    };
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw damaged("it ends too soon");
  return buffer;
}

const damaged = (why: string): OperatorError => new OperatorError(`The archive is damaged: ${why}. Nothing was kept.`);
