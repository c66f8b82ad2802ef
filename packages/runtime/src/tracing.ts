import type { Logger } from "./logger.ts";

/** Values of a span: no keys of members, no names, no values of records. */
type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly kind: "server" | "consumer" | "client" | "internal";
  /** The `traceparent` of the span that caused this one. Without it, or if it is malformed, a new trace begins. */
  readonly parent?: string | undefined;
  /** The `traceparent` of further causes: a batch has many. */
  readonly links?: readonly string[];
  readonly attributes?: Attributes;
}

export interface Span {
  /** Its place, as the W3C header `traceparent` has it. */
  readonly traceparent: string;
  /** 32 hex digits. */
  readonly traceId: string;
  /** @param error why it failed, if it did; only its name is kept. */
  end(attributes?: Attributes, error?: unknown): void;
}

/** Spans of this process, sent to an OTLP endpoint. A process without an endpoint has no `Tracing`. */
export interface Tracing {
  start(name: string, options: SpanOptions): Span;
  /** Runs the work of a span, which is the current one within it, and ends the span with the work. */
  run<T>(span: Span, work: () => Promise<T>): Promise<T>;
  current(): Span | undefined;
  /** Sends what is waiting, for a second at most. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** The name of the process. */
  readonly name: string;
  /** From OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string | undefined;
  readonly logger: Pick<Logger, "warn" | "info">;
}

/** The first cause is the parent, so that one record makes one trace; the others become links. */
export function causesOf(traceparents: readonly (string | undefined)[]): Pick<SpanOptions, "parent" | "links"> {
  const [parent, ...links] = [...new Set(traceparents.filter((one) => one !== undefined))];
  return { parent, links: links.slice(0, linksMax) };
}

/** More causes of a batch are left out. */
const linksMax = 100;
