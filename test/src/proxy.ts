import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A way to a server of a test that can be cut, and mended at the same address. */
export interface TestProxy {
  readonly url: string;
  /** Ends every connection and takes no more. */
  cut(): Promise<void>;
  /** Once: what a connection sends with this text in it still arrives, but the connection ends instead of bringing the answer. */
  cutAnswerTo(text: string): void;
  /** From now on nothing passes on the connections that are open, not even their end; new ones work. */
  silence(): void;
  mend(): Promise<void>;
  /** From now on no new connection is taken; those that are open stay. */
  refuse(): void;
  /** From now on connections are kept and taken, and nothing passes in either direction, as by SIGSTOP of the server. Until it is cut. */
  freeze(): void;
}

/** Listens on a port of its own and passes everything on to the server of `targetUrl`. */
export async function openProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let fatal: string | undefined;
  let isFrozen = false;

  function pass(incoming: Socket): void {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        if (silent.delete(socket)) return;
        incoming.destroy();
        outgoing.destroy();
      });
      socket.on("error", () => undefined);
    }
    if (isFrozen) return;
    let isStarted = false;
    incoming.on("data", (chunk: Buffer) => {
      // What comes first names the session's settings, `synchronous_commit` among them, and is no statement.
      const isStatement = isStarted;
      isStarted = true;
      if (!isStatement || fatal === undefined || !chunk.includes(fatal)) return;
      fatal = undefined;
      outgoing.unpipe(incoming);
      outgoing.once("data", () => outgoing.destroy()).resume();
    });
    incoming.pipe(outgoing).pipe(incoming);
  }

  async function mend(): Promise<void> {
    server = createServer(pass).listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  }

  function refuse(): void {
    server?.close();
  }

  async function cut(): Promise<void> {
    isFrozen = false;
    if (!server) return;
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  function silence(): void {
    for (const socket of sockets) {
      silent.add(socket);
      socket.unpipe();
      socket.removeAllListeners("data").resume();
    }
  }

  await mend();
  const url = new URL(targetUrl);
  url.port = String(port);
  const cutAnswerTo = (text: string) => {
    fatal = text;
  };
  const freeze = () => {
    isFrozen = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { url: url.href, cut, cutAnswerTo, silence, freeze, refuse, mend };
}
