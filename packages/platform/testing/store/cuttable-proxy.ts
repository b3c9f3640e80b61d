import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { TestContext } from "node:test";

export interface CuttableProxy {
  /** The database's address through the proxy. */
  readonly databaseUrl: string;
  /** Breaks every connection and rejects new ones. */
  cut(): Promise<void>;
  /** Sends new connections to this server, as when a host name gets another address. Open connections stay. */
  pointTo(databaseUrl: string): void;
  mend(): Promise<void>;
  /** Stops all traffic on the open connections without closing them. New connections work. */
  silence(): void;
  /** The next query that contains this text reaches the server; its response is dropped. */
  swallowAnswerTo(text: string): void;
}

/** For tests: a proxy to PostgreSQL that can be cut, and restored at the same port. */
export async function startCuttableProxy(t: TestContext, databaseUrl = ""): Promise<CuttableProxy> {
  const real = new URL(databaseUrl);
  let target = placeOf(real);
  const open = new Set<Socket>();
  let swallowed: string | undefined;
  const server = createServer((near) => {
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    near.on("data", (asked: Buffer) => {
      if (swallowed === undefined || !asked.includes(swallowed)) return;
      swallowed = undefined;
      far.unpipe(near);
    });
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  t.after(cut);
  const silence = () => {
    for (const socket of open) {
      socket.unpipe();
      socket.pause();
    }
  };
  const swallowAnswerTo = (text: string) => {
    swallowed = text;
  };
  const { href } = Object.assign(new URL(real), { hostname: "127.0.0.1", port: String(port) });
  const pointTo = (databaseUrl: string) => {
    target = placeOf(new URL(databaseUrl));
  };
  return { databaseUrl: href, cut, pointTo, silence, swallowAnswerTo, mend: async () => void (await listen(port)) };
}

const placeOf = ({ hostname, port }: URL) => ({ host: hostname, port: Number(port || 5432) });
