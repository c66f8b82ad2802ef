import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import { createLineBudget } from "./admission/rate.ts";
import { endsWithin } from "./shutdown.ts";
import type { Span, SpanOptions, Tracing, TracingOptions } from "./tracing.ts";

/** Spans that wait to be sent; more are dropped. */
const waitingSpansMax = 4_096;
const sendSpansMax = 512;
const sendEveryMs = 1_000;
const sendMsMax = 5_000;
const closeMsMax = 1_000;
const failureLines = { linesMax: 1, everyMs: 60_000 };

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = form.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

/** Sends its spans in batches, apart from the work that they describe. */
function openProvider({ name, endpoint = "", logger }: TracingOptions): BasicTracerProvider {
  const sent = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
    timeoutMillis: sendMsMax,
  });
  const processor = new BatchSpanProcessor(reporting(sent, logger), {
    maxQueueSize: waitingSpansMax,
    maxExportBatchSize: sendSpansMax,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: sendMsMax,
  });
  const resource = resourceFromAttributes({ "service.name": `rewards-${name}` });
  return new BasicTracerProvider({ resource, spanProcessors: [processor] });
}

export function createTracing(options: TracingOptions): Tracing {
  const provider = openProvider(options);
  const tracer = provider.getTracer("rewards");
  const currents = new AsyncLocalStorage<Span>();

  function start(spanName: string, { kind, parent, links = [], attributes = {} }: SpanOptions): Span {
    const cause = contextOf(parent);
    const linked = links.flatMap((one) => contextOf(one) ?? []);
    const given = { kind: kinds[kind], attributes, links: linked.map((context) => ({ context })) };
    const context = cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
    const span = tracer.startSpan(spanName, given, context);
    return {
      traceparent: traceparentOf(span.spanContext()),
      traceId: span.spanContext().traceId,
      end(more, error) {
        if (more) span.setAttributes(more);
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
        span.end();
      },
    };
  }

  return {
    start,
    async run(span, work) {
      try {
        const result = await currents.run(span, work);
        span.end();
        return result;
      } catch (error) {
        span.end(undefined, error);
        throw error;
      }
    },
    current: () => currents.getStore(),
    async close() {
      // The log already says if spans are lost.
      const sent = provider.shutdown().catch(() => undefined);
      await endsWithin(closeMsMax, sent);
    },
  };
}

/** Messages of errors may repeat values. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Error");

/** Says in the log that spans are lost, once a minute. */
function reporting(exporter: SpanExporter, logger: TracingOptions["logger"]): SpanExporter {
  const budget = createLineBudget(failureLines);
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && budget.take() !== undefined)
          logger.warn({ err: result.error }, "traces are lost: the OTLP endpoint does not take them");
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
