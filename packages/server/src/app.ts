import type { EndpointDeps } from "./api/v3/endpoint.ts";
import { METHODS } from "node:http";
import { LogController, fastify } from "fastify";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from "fastify";
import type { Logger } from "pino";
import type { Access } from "./accounts/access/access.ts";
import { addressOf, trusts } from "./api/caller-address.ts";
import type { CameraModels } from "./api/camera/files.ts";
import { cameraRoutes } from "./api/camera/routes.ts";
import { compatibleRoutes } from "./api/compatible/routes.ts";
import { dashboardApi } from "./api/dashboard/dashboard-api.ts";
import type { DashboardDeps } from "./api/dashboard/deps.ts";
import { docsRoutes } from "./api/docs/routes.ts";
import { answerBadPath, answerBrokenRequest, answerFault, answerUnknownPath, headersOfAll } from "./api/fallback.ts";
import { dashboardPages } from "./api/page/page.ts";
import { prefixOf, withoutPrefix } from "./api/path-prefix.ts";
import { endStreamsOfHead } from "./api/bodies/head-requests.ts";
import { oidcRoutes } from "./api/oidc/routes.ts";
import { pauseRejections } from "./api/pause-rejections.ts";
import { decorateRequests } from "./api/request-state.ts";
import { routeOf } from "@selfsame/platform/ops/route-of";
import { requestIdOf } from "./api/request-id.ts";
import { privacyPages } from "./api/privacy-page/routes.ts";
import { receiptRoutes } from "./api/receipts/routes.ts";
import { verifyPages } from "./api/verify-page/routes.ts";
import { walletRoutes } from "./api/wallet/routes.ts";
import { v2Routes } from "./api/v2/routes.ts";
import { thresholdsOf } from "./api/dashboard/thresholds.ts";
import { describeModels } from "./api/v3/endpoints/models.ts";
import { registerOpenApi } from "./api/v3/openapi/openapi.ts";
import { v3Routes } from "./api/v3/routes.ts";
import type { StrictTransport } from "./api/strict-transport.ts";
import type { CompatibleApi } from "./config-values.ts";
import type { Download } from "@selfsame/photo/images/download";
import { type Budgets, MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { createRejectionPace } from "./accounts/limits/rejection-pace.ts";
import { type HealthDeps, registerHealth } from "@selfsame/platform/ops/health";
import { type Metrics, registerMetrics } from "@selfsame/platform/ops/metrics";
import { answerHalfClosed } from "@selfsame/platform/ops/half-closed";
import { closeConnectionsAtStop } from "@selfsame/platform/ops/close-connections";
import type { Counters } from "./accounts/limits/counters.ts";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import { traceRequests } from "@selfsame/platform/tracing/request-span";

/** What the service is made of. service.ts makes the real ones; tests may bring their own. */
export interface AppDeps extends Pick<
  EndpointDeps,
  | "engine"
  | "manifest"
  | "challenges"
  | "documents"
  | "keys"
  | "keyLimits"
  | "webhooks"
  | "batches"
  | "sessions"
  | "requestLog"
  | "retention"
  | "globalDomains"
> {
  readonly comparison: Comparison;
  readonly download: Download;
  readonly access: Access;
  /** What the browser camera runs; without it, none is served. */
  readonly camera?: CameraModels;
  /** What the dashboard works with; without it, it has no API. */
  readonly dashboard?: Omit<
    DashboardDeps,
    "models" | "thresholds" | "publicUrl" | "webhooks" | "uploads" | "photos" | "documents" | "retention"
  >;
  /** Proxies whose X-Forwarded-For is believed: addresses and ranges. */
  readonly trustedProxies?: readonly string[];
  /** How long a connection without a request stays open. */
  readonly keepAliveSeconds?: number;
  /** Whether browsers are asked to use https only. Without it, they are not. */
  readonly strictTransport?: StrictTransport;
  /** Whose contracts are served beside our own; none unless given. */
  readonly compatible?: readonly CompatibleApi[];
  /** What requests to the OpenID Connect provider are counted with; without it, there is none. */
  readonly oidc?: Counters;
  readonly metrics: Metrics;
  /** Whether everybody who reaches the service can read them, at /metrics. */
  readonly metricsOnPort?: boolean;
  readonly health: HealthDeps;
  readonly log: Logger;
  /** Where callers reach the service, without a trailing slash. A function: with port 0 it is known only after listening. */
  publicUrl(): string;
}

const mebibyte = 1024 * 1024;

/** Every route of the service, wired but not listening. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log;
  const prefix = prefixOf(deps.publicUrl());
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    rewriteUrl: ({ url = "/" }) => withoutPrefix(url, prefix),
    requestIdHeader: false,
    trustProxy: deps.trustedProxies?.length ? trusts(deps.trustedProxies) : false,
    // Of the routes that let fastify read the body. Photos are read by images/, under limits of their own.
    bodyLimit: 64 * 1024,
    // A parameter of a path can be a domain, of 253 characters.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 253 },
    // A connection that says nothing at all, a request that does not end, a kept connection without a next request.
    connectionTimeout: 120_000,
    requestTimeout: 60_000,
    keepAliveTimeout: (deps.keepAliveSeconds ?? 75) * 1000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: "idle",
    // While it drains, requests on connections that are open already are still served.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => answerBadPath(deps, request, reply as FastifyReply),
  });
  // Fastify knows a few methods; the others would be a 404 where the contracts say 405. CONNECT never reaches a route.
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== "CONNECT") app.addHttpMethod(method, { hasBody: true });
  }

  closeConnectionsAtStop(app);
  answerHalfClosed(app);
  traceRequests(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headersOfAll(deps, request));
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, id, caller } = request;
    const route = routeOf(request);
    const { statusCode: status, outcome } = reply;
    const who = { key: caller?.keyId, account: caller?.accountId ?? request.signedInId, address: addressOf(request) };
    const what = { requestId: id, method, route, status, ms: Math.round(reply.elapsedTime) };
    // Pages, scripts and probes are no news.
    const level = status < 400 && !route?.startsWith("/api/") ? "debug" : "info";
    deps.log[level]({ ...what, ...(outcome !== "" && { outcome }), ...who }, "answered");
  });
  app.addHook("onSend", endStreamsOfHead);
  app.addHook("onSend", pauseRejections(createRejectionPace()));
  decorateRequests(app);
  registerMetrics(app, deps.metrics, deps.metricsOnPort ?? false);
  registerHealth(app, deps.health);
  app.setErrorHandler(answerFault);
  app.setNotFoundHandler(answerUnknownPath);

  const budgets: Budgets = {
    uploads: new MemoryBudget(256 * mebibyte, 2_000),
    downloads: new MemoryBudget(128 * mebibyte, 10_000),
  };
  await registerOpenApi(app, prefix);
  await app.register(v2Routes({ ...deps, budgets }), { prefix: "/api/v2" });
  const people = deps.dashboard && { ...deps.dashboard, publicUrl: () => deps.publicUrl() };
  await app.register(v3Routes({ ...deps, budgets, people }), { prefix: "/api/v3" });
  const { seal } = deps.sessions;
  await compatibleRoutes(app, { ...deps, budgets, seal }, deps.compatible ?? []);
  if (deps.oidc) await app.register(oidcRoutes({ ...deps, counters: deps.oidc }), { prefix: "/oidc" });
  if (deps.dashboard) {
    await app.register(dashboardApi(dashboardDeps(deps, deps.dashboard, budgets)), { prefix: "/api/dashboard" });
  }
  await app.register(docsRoutes(prefix));
  if (deps.camera) await app.register(cameraRoutes(deps.camera, prefix));
  await app.register(verifyPages({ ...deps.sessions, prefix }));
  await app.register(privacyPages({ ...deps.sessions, retention: deps.retention }));
  await app.register(receiptRoutes(deps.sessions));
  const { wallet, ...sessions } = deps.sessions;
  if (wallet) await app.register(walletRoutes({ ...deps, budgets, sessions, identity: wallet }), { prefix: "/wallet" });
  await app.register(dashboardPages({ prefix }));
  return app;
}

/** The dashboard's own parts, and those that it shares with the APIs. */
function dashboardDeps(deps: AppDeps, own: NonNullable<AppDeps["dashboard"]>, { uploads }: Budgets): DashboardDeps {
  const { webhooks, documents, retention, engine, download } = deps;
  return {
    ...own,
    webhooks,
    documents,
    retention,
    uploads,
    photos: { engine, download },
    models: () => describeModels(deps),
    thresholds: () => thresholdsOf(deps),
    publicUrl: () => deps.publicUrl(),
  };
}
