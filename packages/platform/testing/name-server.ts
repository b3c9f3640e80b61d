import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { TestContext } from "node:test";
import ipaddr from "ipaddr.js";

/** Addresses of either family, a response code of RFC 1035, section 4.1.1, or no response. */
export type NameAnswer = readonly string[] | "no such name" | "server failure" | "silence";

export interface NameServer {
  /** In the format of `setServers` of `node:dns`. */
  readonly address: string;
  /** The queries so far, each with type and name, such as `A photos.test`. */
  readonly asked: readonly string[];
}

const codes = { "no such name": 3, "server failure": 2 } as const;
const kinds = new Map([
  [1, "A"],
  [28, "AAAA"],
]);

/** For tests: a DNS server on loopback, over UDP. @param answer by query type and name */
export async function startNameServer(
  t: TestContext,
  answer: (name: string, kind: string) => NameAnswer,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { name, kind, end } = questionOf(message);
    asked.push(`${kind} ${name}`);
    const answered = answer(name, kind);
    if (answered !== "silence") socket.send(responseTo(message.subarray(0, end), kind, answered), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function questionOf(message: Buffer): { readonly name: string; readonly kind: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), kind: kinds.get(message.readUInt16BE(at + 1)) ?? "other", end: at + 5 };
}

/** @param question a message up to the end of its only question */
function responseTo(question: Buffer, kind: string, answer: Exclude<NameAnswer, "silence">): Buffer {
  const addresses = typeof answer === "string" ? [] : answer.map((text) => ipaddr.parse(text));
  const fitting = addresses.filter((address) => (address.kind() === "ipv4") === (kind === "A"));
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 + (typeof answer === "string" ? codes[answer] : 0), 2);
  head.writeUInt16BE(fitting.length, 6);
  head.fill(0, 8, 12);
  const records = fitting.map((address) => {
    const bytes = address.toByteArray();
    // The question's name, class IN, a TTL of one minute.
    return Buffer.from([0xc0, 12, 0, kind === "A" ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
  });
  return Buffer.concat([head, ...records]);
}
