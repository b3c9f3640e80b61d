import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { OperatorError } from "../operator-error.ts";
import type { Log } from "../store/log.ts";
import { localUrl } from "./local-url.ts";

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Prometheus and an operator's browser; further connections wait. */
const connectionsMax = 32;

/**
 * Serves GET /metrics, and nothing else, on an address of its own.
 * @throws OperatorError if it cannot listen there
 */
export async function openMetricsServer(
  registry: Registry,
  { host, port }: { readonly host: string; readonly port: number },
  log: Log,
): Promise<MetricsServer> {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 },
    (request, response) => void answer(registry, request, response, log),
  );
  server.maxConnections = connectionsMax;
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new OperatorError(
      `Metrics cannot be served on ${host}:${port} (${why}). Set SELFSAME_METRICS_ADDRESS to an address and port of this machine that are free, or to off.`,
      { cause: error },
    );
  });
  return {
    url: localUrl(host, (server.address() as AddressInfo).port),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse, log: Log): Promise<void> {
  const [path] = (request.url ?? "").split("?", 1);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (path !== "/metrics" || !isRead) return void response.writeHead(path === "/metrics" ? 405 : 404).end();
  try {
    const text = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
  } catch (error) {
    log.error({ err: error }, "metrics could not be read");
    response.writeHead(500).end();
  }
}
