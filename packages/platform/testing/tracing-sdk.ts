import { createRequire } from "node:module";
import type * as Api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";

/** Receives all spans of the process that imports this file. */
export const exporter = new InMemorySpanExporter();

/** The SDK's own copy of the API, newer than the service's: an operator's SDK registers with that copy. */
const { context, propagation, trace } = createRequire(import.meta.resolve("@opentelemetry/sdk-trace"))(
  "@opentelemetry/api",
) as typeof Api;

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
