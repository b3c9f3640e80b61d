import { SpanKind, context, trace } from "@opentelemetry/api";
import type { Context } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { setError, traceOf, tracer } from "./spans.ts";

/** Other methods may be made up by a caller. */
const knownMethods = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/**
 * Creates a span for each request of an API, within the trace of its `traceparent`. Attributes follow OpenTelemetry's conventions for HTTP servers,
 * without `url.path`, `url.query` and `client.address`: a path can hold an id or a token.
 */
export function traceRequests(app: FastifyInstance): void {
  const traced = new WeakMap<FastifyRequest, Context>();
  const goOn = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    context.with(traced.get(request) ?? context.active(), done);

  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url;
    // Pages, scripts and probes would bury the rest.
    if (!route?.startsWith("/api/")) return done();
    const method = knownMethods.has(request.method) ? request.method : "_OTHER";
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "url.scheme": request.protocol,
      "selfsame.request_id": request.id,
    };
    const nameOn = (path: string) => `${method === "_OTHER" ? "HTTP" : method} ${path}`;
    const parent = traceOf(request.headers);
    const span = tracer.startSpan(nameOn(route), { kind: SpanKind.SERVER, attributes }, parent);
    traced.set(request, trace.setSpan(parent, span));
    reply.raw.once("close", () => {
      const { statusCode, outcome, raw } = reply;
      const { refusedRoute } = request;
      if (refusedRoute !== undefined) span.updateName(nameOn(refusedRoute)).setAttribute("http.route", refusedRoute);
      if (outcome !== "") span.setAttribute("selfsame.outcome", outcome);
      if (raw.headersSent) span.setAttribute("http.response.status_code", statusCode);
      if (!raw.writableFinished) setError(span, "client_gone");
      else if (statusCode >= 500) setError(span, String(statusCode));
      span.end();
    });
    goOn(request, reply, done);
  });
  // Callbacks after reading a body or sending an answer run outside of the span's context.
  app.addHook("preHandler", goOn);
  app.addHook("onResponse", goOn);
}
