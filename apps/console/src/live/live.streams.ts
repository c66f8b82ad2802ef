import type { PipelineChart, PipelineWindow } from "@rewards/operations";

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
export const eventOf = (name: string, data: string) => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);

/** The open streams of server-sent events, at most `streamsMax`. */
export interface Streams {
  /** Undefined if there are too many. */
  add(token: string | undefined, window: PipelineWindow): ReadableStream<Uint8Array> | undefined;
  all(): readonly Stream[];
  /** Disconnects a reader that does not read, so that events do not pile up. Browsers connect again. */
  send(stream: Stream, events: readonly Uint8Array[]): void;
  /** Ends a stream, after a last event if there is one. */
  end(stream: Stream, last?: Uint8Array): void;
}

export function createStreams(streamsMax: number): Streams {
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
