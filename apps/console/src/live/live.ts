import { type PipelineWindow, readOpenSessions, readPipelineChart, type Sql } from "@rewards/db";
import type { StatusLook } from "../overview/overview.look.ts";
import { type Charted, chartsOf, partsOf } from "../overview/overview.parts.tsx";

/** A new look, while anybody watches. */
const everyMs = 2_000;
/** Charts change slower: their last step grows for a minute or ten. */
const chartEveryMs = 10_000;
const streamsMaxDefault = 20;
/** Events that a reader may leave unread. */
const unreadMax = 8;

interface Stream {
  readonly token: string | undefined;
  readonly window: PipelineWindow;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  shown: Charted | undefined;
}

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
  readonly streamsMax?: number | undefined;
}

const encoder = new TextEncoder();
const eventOf = (name: string, data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);

export function createLive({ sql, look, streamsMax = streamsMaxDefault }: LiveOptions): Live {
  const streams = new Set<Stream>();
  const readChart = createChartCache(sql);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function end(stream: Stream, why?: "end"): void {
    if (!streams.delete(stream)) return;
    if (why) stream.controller.enqueue(eventOf(why, ""));
    stream.controller.close();
  }

  function send(stream: Stream, events: readonly Uint8Array[]): void {
    if (!streams.has(stream)) return;
    // Whoever does not read is disconnected, so that nothing piles up. A browser connects again.
    if ((stream.controller.desiredSize ?? 0) <= -unreadMax) end(stream);
    else for (const event of events) stream.controller.enqueue(event);
  }

  async function endLoggedOut(): Promise<void> {
    const tokens = [...streams].flatMap(({ token }) => token ?? []);
    if (tokens.length === 0) return;
    const open = await readOpenSessions(sql, tokens);
    for (const stream of [...streams])
      if (stream.token !== undefined && tokens.includes(stream.token) && !open.has(stream.token)) end(stream, "end");
  }

  async function sendAll(): Promise<void> {
    await endLoggedOut();
    const [status, hour] = await Promise.all([look(), readChart("hour")]);
    const parts = eventOf("parts", JSON.stringify(partsOf(status, hour)));
    for (const stream of [...streams]) {
      const chart = await readChart(stream.window);
      const isNew = stream.shown !== chart;
      stream.shown = chart;
      send(stream, isNew ? [parts, eventOf("charts", JSON.stringify(chartsOf(chart)))] : [parts]);
    }
  }

  async function tick(): Promise<void> {
    await sendAll().catch(() => {
      const fault = eventOf("fault", "The console cannot read the state now: reload the page for the reason.");
      for (const stream of [...streams]) send(stream, [fault]);
    });
    timer = streams.size === 0 || isClosed ? undefined : setTimeout(tick, everyMs);
  }

  return {
    open(token, window) {
      if (isClosed || streams.size >= streamsMax) return undefined;
      let stream: Stream | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          stream = { token, window, controller, shown: undefined };
          streams.add(stream);
          timer ??= setTimeout(tick, 0);
        },
        cancel: () => void (stream && streams.delete(stream)),
      });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const stream of [...streams]) end(stream);
    },
  };
}

/** Reads each window at most once in `chartEveryMs`. A failure is not kept. */
export function createChartCache(sql: Sql): (window: PipelineWindow) => Promise<Charted> {
  const reads = new Map<PipelineWindow, { readonly atMs: number; readonly chart: Promise<Charted> }>();
  return (window) => {
    const known = reads.get(window);
    if (known && performance.now() - known.atMs < chartEveryMs) return known.chart;
    const chart = readPipelineChart(sql, window);
    reads.set(window, { atMs: performance.now(), chart });
    chart.catch(() => reads.delete(window));
    return chart;
  };
}
