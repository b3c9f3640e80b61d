import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, Gauge, Histogram, type Metric, Registry, collectDefaultMetrics } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import { routeOf } from "./route-of.ts";

/** State of the engine. */
export interface EngineStatus {
  readonly workers: number;
  readonly idle: number;
  readonly queued: number;
  readonly memoryBytes: number;
}

export interface Metrics {
  readonly registry: Registry;
  observeRequest(request: ObservedRequest): void;
  /** @param stage one of a few fixed words */
  readonly observeStage: (stage: string, durationMs: number) => void;
  /** Our own JPEG decoder failed by a fault of its own. */
  readonly countDecoderFault: () => void;
  /** A parser of documents failed by a fault of its own, or exceeded its time. */
  readonly countDocumentFault: () => void;
}

interface ObservedRequest {
  readonly method: string;
  /** The registered route, never the path as sent. */
  readonly route: string;
  readonly status: number;
  readonly outcome: string;
  readonly durationMs: number;
}

/** From a cache hit to a 12-megapixel photo on a busy machine. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10];
const stageBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const knownMethods = new Set(["GET", "HEAD", "POST"]);

let ofProcess: Registry | undefined;

/** Metrics of the process, shared by all services in it: each set watches the event loop and garbage collections until the process ends. */
function processMetrics() {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess.getMetricsAsArray();
}

/** Every label has a small fixed set of values: nothing that a caller sends becomes one. */
export function createMetrics(engineStatus: () => EngineStatus): Metrics {
  const registry = new Registry();
  for (const metric of processMetrics()) registry.registerMetric(metric as unknown as Metric);
  const registers = [registry];
  const requests = new Counter({
    name: "selfsame_requests_total",
    help: "Answered requests.",
    labelNames: ["method", "route", "status", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "selfsame_request_duration_seconds",
    help: "From the request's first byte to the answer's last, for the APIs.",
    labelNames: ["route"],
    buckets: requestBuckets,
    registers,
  });
  const stages = new Histogram({
    name: "selfsame_stage_duration_seconds",
    help: "What the engine spends on a photo, by stage.",
    labelNames: ["stage"],
    buckets: stageBuckets,
    registers,
  });
  const decoderFaults = new Counter({
    name: "selfsame_decoder_faults_total",
    help: "Photos that libvips decoded because our own JPEG decoder failed by a fault of its own.",
    registers,
  });
  const documentFaults = new Counter({
    name: "selfsame_document_faults_total",
    help: "Documents that a parser failed at by a fault of its own, or that took too long.",
    registers,
  });
  collectEngine(engineStatus, registry);
  const build = new Gauge({
    name: "selfsame_build_info",
    help: "Always 1: which version runs, on which Node.",
    labelNames: ["version", "node"],
    registers,
  });
  build.set({ version: manifest.version, node: process.versions.node }, 1);
  return {
    registry,
    observeRequest: ({ method, route, status, outcome, durationMs }) => {
      requests.inc({ method: knownMethods.has(method) ? method : "other", route, status, outcome });
      if (route.startsWith("/api/")) durations.observe({ route }, durationMs / 1000);
    },
    observeStage: (stage, durationMs) => stages.observe({ stage }, durationMs / 1000),
    countDecoderFault: () => decoderFaults.inc(),
    countDocumentFault: () => documentFaults.inc(),
  };
}

function collectEngine(status: () => EngineStatus, registry: Registry): void {
  const queue = new Gauge({
    name: "selfsame_engine_queue_length",
    help: "Photos that wait for a worker.",
    registers: [],
    collect() {
      this.set(status().queued);
    },
  });
  const workers = new Gauge({
    name: "selfsame_engine_workers",
    help: "Workers by what they do.",
    labelNames: ["state"],
    registers: [],
    collect() {
      const { workers, idle } = status();
      this.set({ state: "idle" }, idle);
      this.set({ state: "busy" }, workers - idle);
    },
  });
  const memory = new Gauge({
    name: "selfsame_engine_memory_bytes",
    help: "Resident memory of the worker processes together, each after its last photo.",
    registers: [],
    collect() {
      this.set(status().memoryBytes);
    },
  });
  registry.registerMetric(queue);
  registry.registerMetric(memory);
  registry.registerMetric(workers);
}

/** The registered route of an API; one label for pages, scripts and styles. */
function routeLabel(request: FastifyRequest): string {
  const url = routeOf(request);
  if (request.is404 || url === undefined) return "none";
  return /^\/(?:api|health|metrics)\b/.test(url) ? url : "pages";
}

/** Counts every answer. @param isOpen whether GET /metrics is served here, in the Prometheus text format */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, isOpen: boolean): void {
  app.addHook("onResponse", async (request, reply) => {
    metrics.observeRequest({
      method: request.method,
      route: routeLabel(request),
      status: reply.statusCode,
      outcome: reply.outcome,
      durationMs: reply.elapsedTime,
    });
  });
  if (!isOpen) return;
  app.get("/metrics", async (_request, reply) =>
    reply
      .type(metrics.registry.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.registry.metrics()),
  );
}
