import { ROOT_CONTEXT, SpanStatusCode, context, propagation, trace } from "@opentelemetry/api";
import type { Context, Span, SpanOptions } from "@opentelemetry/api";
import manifest from "../../package.json" with { type: "json" };

/** For the other packages, so that only this one depends on the API. */
export { SpanKind, SpanStatusCode, context, type Context } from "@opentelemetry/api";

/** Spans are no-ops until an operator loads an SDK: `node --import ./tracing.mjs`. */
export const tracer = trace.getTracer("selfsame", manifest.version);

/**
 * Runs work within a span. Of an error the span records only the kind: a message can hold what a caller sent.
 * @param parent default: the active span
 */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
  parent: Context = context.active(),
): Promise<Result> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      setError(span, error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** @param kind one of a few words, as the semantic conventions require of `error.type` */
export function setError(span: Span, kind: string): void {
  span.setAttribute("error.type", kind).setStatus({ code: SpanStatusCode.ERROR });
}

/** A trace context in a job or a header: `traceparent`, and `tracestate` if there is one. Empty if nothing is traced. */
export type CarriedTrace = Readonly<Record<string, string>>;

/** The active trace context, for work that continues elsewhere. Without baggage: that is between the caller and the service it was meant for. */
export function carriedTrace(): CarriedTrace {
  const carrier: Record<string, string> = {};
  propagation.inject(propagation.deleteBaggage(context.active()), carrier);
  return carrier;
}

/** Reads a trace context from headers, or from a job. */
export const traceOf = (carrier: object): Context => propagation.extract(ROOT_CONTEXT, carrier);

/** For a log line. Empty if nothing is traced. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const at = trace.getActiveSpan()?.spanContext();
  return at && trace.isSpanContextValid(at) ? { trace_id: at.traceId, span_id: at.spanId } : {};
}
