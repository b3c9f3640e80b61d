import { type Socket, connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import type { buildConnector, Client } from "undici";
import { isSameAddress, reachOf } from "./address.ts";

/** Opens a TCP connection. Replaceable, so that tests can simulate a lying network. */
export type Dial = (address: string, port: number) => Socket;

/** The connection reached another address than the one that was checked. */
export class WrongPeer extends Error {
  override readonly name = "WrongPeer";
}

export const dialTcp: Dial = (address, port) => connectTcp({ host: address, port, autoSelectFamily: false });

/**
 * undici's client without name resolution: connects only to the checked addresses, one after the other until one answers, so that a name that resolves
 * differently the next time gains nothing. After connecting, it verifies the peer's address.
 */
export async function clientFor(
  url: URL,
  addresses: readonly string[],
  timeoutMs: number,
  dial: Dial,
): Promise<Client> {
  // Loaded with the first request: many services never send one.
  const undici = await import("undici");
  const connect = connectorFor(addresses, timeoutMs, dial);
  return new undici.Client(url.origin, { connect, pipelining: 1, maxHeaderSize: 16 * 1024 });
}

function connectorFor(addresses: readonly string[], timeoutMs: number, dial: Dial): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
    const connecting = connectToFirst(addresses, port, timeoutMs, dial).then((socket) =>
      options.protocol === "https:" ? secure(socket, options.hostname, timeoutMs) : socket,
    );
    void hand(connecting, callback);
  };
}

async function hand(connecting: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  try {
    callback(null, await connecting);
  } catch (error) {
    callback(error as Error, null);
  }
}

async function connectToFirst(
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
  dial: Dial,
): Promise<Socket> {
  // The time is divided, so that a dead first address leaves some for the others.
  const attempts = addresses.slice(0, 4);
  let failure: unknown = new Error("the name has no address");
  for (const address of attempts) {
    try {
      return await connectTo(address, port, timeoutMs / attempts.length, dial);
    } catch (error) {
      failure = error;
      if (error instanceof WrongPeer) break;
    }
  }
  throw failure;
}

function connectTo(address: string, port: number, timeoutMs: number, dial: Dial): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = dial(address, port);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error("connecting took too long")), timeoutMs);
    socket.once("error", fail).once("connect", () => {
      const peer = socket.remoteAddress ?? "";
      if (!isSameAddress(peer, address) || reachOf(peer) === "forbidden") return fail(new WrongPeer("another peer"));
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

function secure(socket: Socket, hostname: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = hostname.replace(/\.$/, "");
    const tls = connectTls({ socket, host: name, ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }) });
    const fail = (error: Error) => {
      clearTimeout(timer);
      tls.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error("the TLS handshake took too long")), timeoutMs);
    tls.once("error", fail).once("secureConnect", () => {
      clearTimeout(timer);
      tls.off("error", fail);
      resolve(tls);
    });
  });
}
