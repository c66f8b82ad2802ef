import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server of a test that can be cut, and mended at the same address. */
export interface TestProxy {
  readonly url: string;
  /** Ends every connection and takes no more. */
  cut(): Promise<void>;
  /** Once: what a connection sends with this text in it still arrives, but the connection ends instead of bringing the answer. */
  cutAnswerTo(text: string): void;
  /** Connections stay and new ones are taken, and nothing passes: a peer that went silent. Until it is cut. */
  hush(): void;
  mend(): Promise<void>;
}

/** Listens on a port of its own and passes everything on to the server of `targetUrl`. */
export async function openProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let fatal: string | undefined;
  let isHushed = false;

  function pass(incoming: Socket): void {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
      socket.on("error", () => undefined);
    }
    incoming.on("data", (chunk: Buffer) => {
      if (fatal === undefined || !chunk.includes(fatal)) return;
      fatal = undefined;
      outgoing.unpipe(incoming);
      outgoing.once("data", () => outgoing.destroy()).resume();
    });
    if (!isHushed) incoming.pipe(outgoing).pipe(incoming);
  }

  async function mend(): Promise<void> {
    server = createServer(pass).listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  }

  function hush(): void {
    isHushed = true;
    for (const socket of sockets) socket.unpipe();
  }

  async function cut(): Promise<void> {
    isHushed = false;
    if (!server?.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await mend();
  const url = new URL(targetUrl);
  url.port = String(port);
  const cutAnswerTo = (text: string) => {
    fatal = text;
  };
  return { url: url.href, cut, cutAnswerTo, hush, mend };
}
