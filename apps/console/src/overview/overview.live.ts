import { readOpenSessions } from "@rewards/access";
import type { Sql } from "@rewards/db";
import { type PipelineChart, type PipelineWindow, readPipelineChart } from "@rewards/operations";
import type { ReadRecords } from "../replica.ts";
import { chartsOf } from "./overview.charts.tsx";
import type { StatusLook } from "./overview.look.ts";
import { partsOf } from "./overview.parts.tsx";

/** How often the overview is read while anybody watches. */
const everyMs = 2_000;
/** Charts change more slowly: their last step lasts one or ten minutes. */
const chartEveryMs = 10_000;
const streamsMaxDefault = 20;

/** The overview as server-sent events. However many watch, Postgres and the queue are asked once each time. */
export interface Live {
  /** Undefined if there are too many streams. A stream ends with the session of its token. */
  open(token: string | undefined, window: PipelineWindow): ReadableStream<Uint8Array> | undefined;
  /** Ends all streams. */
  close(): void;
}

export interface LiveOptions {
  readonly sql: Sql;
  readonly look: StatusLook;
  readonly readChart: ChartRead;
  readonly streamsMax?: number | undefined;
}

/** Ends the streams whose session has ended. */
async function endLoggedOut(sql: Sql, streams: Streams): Promise<void> {
  const watched = streams.all().filter(({ token }) => token !== undefined);
  if (watched.length === 0) return;
  const open = await readOpenSessions(
    sql,
    watched.flatMap(({ token }) => token ?? []),
  );
  for (const stream of watched) if (!open.has(stream.token ?? "")) streams.end(stream, eventOf("end", ""));
}

export function createLive({ sql, look, readChart, streamsMax = streamsMaxDefault }: LiveOptions): Live {
  const streams = createStreams(streamsMax);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function sendAll(): Promise<void> {
    await endLoggedOut(sql, streams);
    const [status, hour] = await Promise.all([look(), readChart("hour")]);
    const parts = eventOf("parts", JSON.stringify(partsOf(status, hour)));
    for (const stream of streams.all()) {
      const chart = await readChart(stream.window);
      const isNew = stream.shown !== chart;
      stream.shown = chart;
      streams.send(stream, isNew ? [parts, eventOf("charts", JSON.stringify(chartsOf(chart)))] : [parts]);
    }
  }

  async function tick(): Promise<void> {
    await sendAll().catch(() => {
      const fault = eventOf("fault", "The console cannot read the state now: reload the page for the reason.");
      for (const stream of streams.all()) streams.send(stream, [fault]);
    });
    timer = streams.all().length === 0 || isClosed ? undefined : setTimeout(tick, everyMs);
  }

  return {
    open(token, window) {
      if (isClosed) return undefined;
      const stream = streams.add(token, window);
      if (stream) timer ??= setTimeout(tick, 0);
      return stream;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const stream of streams.all()) streams.end(stream);
    },
  };
}

/** Reads the chart of a window. */
export type ChartRead = (window: PipelineWindow) => Promise<PipelineChart>;

/** Reads each window at most once in `chartEveryMs`. A failure is not kept. */
export function createChartCache(read: ReadRecords): ChartRead {
  const reads = new Map<PipelineWindow, { readonly atMs: number; readonly chart: Promise<PipelineChart> }>();
  return (window) => {
    const known = reads.get(window);
    if (known && performance.now() - known.atMs < chartEveryMs) return known.chart;
    const chart = read((sql) => readPipelineChart(sql, window));
    reads.set(window, { atMs: performance.now(), chart });
    chart.catch(() => reads.delete(window));
    return chart;
  };
}

/** Events that a reader may leave unread. */
const unreadMax = 8;

interface Stream {
  /** The token of the session; undefined with AUTH=none. */
  readonly token: string | undefined;
  readonly window: PipelineWindow;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** The chart that was sent last. */
  shown: PipelineChart | undefined;
}

const encoder = new TextEncoder();
/** A server-sent event. The data must be one line. */
const eventOf = (name: string, data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);

/** The open streams of server-sent events, at most `streamsMax`. */
interface Streams {
  /** Undefined if there are too many. */
  add(token: string | undefined, window: PipelineWindow): ReadableStream<Uint8Array> | undefined;
  all(): readonly Stream[];
  /** Disconnects a reader that does not read, so that events do not pile up. Browsers connect again. */
  send(stream: Stream, events: readonly Uint8Array[]): void;
  /** Ends a stream, after a last event if there is one. */
  end(stream: Stream, last?: Uint8Array): void;
}

function createStreams(streamsMax: number): Streams {
  const streams = new Set<Stream>();

  function end(stream: Stream, last?: Uint8Array): void {
    if (!streams.delete(stream)) return;
    if (last) stream.controller.enqueue(last);
    stream.controller.close();
  }

  return {
    add(token, window) {
      if (streams.size >= streamsMax) return undefined;
      let stream: Stream | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          stream = { token, window, controller, shown: undefined };
          streams.add(stream);
        },
        cancel: () => void (stream && streams.delete(stream)),
      });
    },
    all: () => [...streams],
    send(stream, events) {
      if (!streams.has(stream)) return;
      if ((stream.controller.desiredSize ?? 0) <= -unreadMax) end(stream);
      else for (const event of events) stream.controller.enqueue(event);
    },
    end,
  };
}
