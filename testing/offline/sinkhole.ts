import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";

/** Records of traffic that would leave the machine. */
export interface Sinkhole {
  /** Names that were looked up. */
  readonly lookups: string[];
  /** `address:port` of connections to the ports of the web. */
  readonly connections: string[];
  /** Number of other attempts: rejected connections, and datagrams to ports without a listener. */
  unanswered(): Promise<number>;
  close(): void;
}

/** From RFC 5737: reserved for documentation. */
const answeredAddress = [203, 0, 113, 7];
const typeA = 1;

/** Answers every look-up, so that the following connection arrives here, and accepts connections to the ports of the web. */
export async function openSinkhole(): Promise<Sinkhole> {
  const lookups: string[] = [];
  const connections: string[] = [];
  const names = createSocket({ type: "udp6", ipv6Only: false });
  names.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    lookups.push(name);
    names.send(answerTo(query, type, end), port, address);
  });
  names.bind(53, "::");
  const servers = [80, 443].map((port) =>
    createServer((socket) => {
      connections.push(`${socket.localAddress?.replace("::ffff:", "")}:${port}`);
      socket.destroy();
    }).listen(port, "::"),
  );
  await Promise.all([names, ...servers].map((socket) => once(socket, "listening")));
  return {
    lookups,
    connections,
    unanswered: async () => {
      const counters = readCounters(await readFile("/proc/net/snmp", "utf8"));
      return (counters.get("Tcp AttemptFails") ?? 0) + (counters.get("Udp NoPorts") ?? 0);
    },
    close: () => {
      names.close();
      for (const server of servers) server.close();
    },
  };
}

/** Reads a DNS question: RFC 1035, section 4.1. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, type: number, questionEnd: number): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(type === typeA ? 1 : 0, 6);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...answeredAddress];
  return Buffer.concat([header, query.subarray(12, questionEnd), Buffer.from(type === typeA ? record : [])]);
}

/** Two lines for each protocol: the names, then the numbers. */
function readCounters(text: string): Map<string, number> {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  return new Map(
    lines.flatMap(([protocol, ...names], i) =>
      i % 2 === 1
        ? []
        : names.map((name, j) => [`${protocol?.slice(0, -1)} ${name}`, Number(lines[i + 1]?.[j + 1])] as const),
    ),
  );
}
