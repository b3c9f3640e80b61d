import { ROOT_CONTEXT, SpanStatusCode, context, propagation, trace } from "@opentelemetry/api";
import type { Context, Span, SpanOptions } from "@opentelemetry/api";
import manifest from "../../../package.json" with { type: "json" };

/** Its spans go nowhere and cost next to nothing until an operator brings an SDK: `node --import ./tracing.mjs`. */
export const tracer = trace.getTracer("selfsame", manifest.version);

/**
 * Does work within a span that ends with it. Of what it throws the span has the kind only: a message can hold what a caller sent.
 *
 * @param parent what is under way now, unless given
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

/** @param kind one of a few words, as the semantic conventions want `error.type` */
export function setError(span: Span, kind: string): void {
  span.setAttribute("error.type", kind).setStatus({ code: SpanStatusCode.ERROR });
}

/** As it is written into a job or a header: `traceparent`, and `tracestate` where there is one. Empty where nothing is traced. */
export type CarriedTrace = Readonly<Record<string, string>>;

/** What is under way now, for work that goes on elsewhere. Without baggage: that is between the caller and the service it was meant for. */
export function carriedTrace(): CarriedTrace {
  const carrier: Record<string, string> = {};
  propagation.inject(propagation.deleteBaggage(context.active()), carrier);
  return carrier;
}

/** The way back from headers, or from what a job carries. */
export const traceOf = (carrier: object): Context => propagation.extract(ROOT_CONTEXT, carrier);

/** For a line of the log. Empty where nothing is traced. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const at = trace.getActiveSpan()?.spanContext();
  return at && trace.isSpanContextValid(at) ? { trace_id: at.traceId, span_id: at.spanId } : {};
}
