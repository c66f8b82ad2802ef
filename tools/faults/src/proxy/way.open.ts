import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One process' way to the queue, which is passed on as it comes. */
export interface QueueWay {
  readonly url: string;
  /** Ends every connection and takes no more. */
  cut(): void;
  /** Connections stay and new ones are taken, and nothing passes: nobody tells the process. */
  hush(): void;
  /** What was hushed is ended, so that it is made anew. */
  mend(): void;
  close(): Promise<void>;
}

export async function openWay(targetUrl: string): Promise<QueueWay> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "hushed" = "open";
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((incoming) => {
    if (state === "cut") {
      incoming.destroy();
      return;
    }
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("data", (chunk) => {
        if (state !== "hushed") other.write(chunk);
      });
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(targetUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      state = "cut";
      endAll();
    },
    hush() {
      state = "hushed";
    },
    mend() {
      if (state === "hushed") endAll();
      state = "open";
    },
    async close() {
      server.close();
      endAll();
      await once(server, "close");
    },
  };
}
