import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A path to a server that can be cut and restored at the same address. */
export interface Gate {
  readonly url: string;
  /** Ends every connection, and each new one at once. */
  cut(): void;
  /** Keeps open connections and refuses new ones. */
  refuse(): void;
  /** Acts like a server that is gone: ends every connection and refuses new ones. */
  shut(): void;
  mend(): Promise<void>;
  /** From now on, new connections lead to the server of this URL. Open ones stay. */
  lead(toUrl: string): void;
}

/** Listens on a free port; `pass` joins each client with a connection to the server of `targetUrl`. */
export async function openGate(
  targetUrl: string,
  pass: (incoming: Socket, outgoing: Socket) => void,
): Promise<Gate & { readonly sockets: ReadonlySet<Socket> }> {
  let target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((incoming) => {
    if (!isOpen) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    pass(incoming, outgoing);
  });
  const url = new URL(targetUrl);
  async function listen(port: number): Promise<void> {
    await once(server.listen(port, "127.0.0.1"), "listening");
    url.port = String((server.address() as AddressInfo).port);
  }
  await listen(0);
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const refuse = () => void (server.listening && server.close());
  return {
    url: url.href,
    sockets,
    cut() {
      isOpen = false;
      endAll();
    },
    refuse,
    shut() {
      refuse();
      endAll();
    },
    async mend() {
      isOpen = true;
      if (!server.listening) await listen(Number(url.port));
    },
    lead(toUrl) {
      target = new URL(toUrl);
    },
  };
}

/** A gate that passes everything on unchanged. */
export interface TcpProxy extends Gate {
  /** Once: data that contains this text still arrives, but its connection ends before the answer. */
  cutAnswerTo(text: string): void;
  /** From now on, open connections pass nothing, not even their end; new ones work. */
  silence(): void;
  /**
   * From now on, connections stay open and new ones are accepted, but nothing passes, as after SIGSTOP of the server.
   * `cut` ends this.
   */
  freeze(): void;
}

export async function openProxy(targetUrl: string): Promise<TcpProxy> {
  const silent = new Set<Socket>();
  let fatal: string | undefined;
  let isFrozen = false;

  function pass(incoming: Socket, outgoing: Socket): void {
    endTogether([incoming, outgoing], silent);
    if (isFrozen) return;
    let isStarted = false;
    incoming.on("data", (chunk: Buffer) => {
      // The first message holds session settings, `synchronous_commit` among them; it is not a statement.
      const isStatement = isStarted;
      isStarted = true;
      if (!isStatement || fatal === undefined || !chunk.includes(fatal)) return;
      fatal = undefined;
      outgoing.unpipe(incoming);
      outgoing.once("data", () => outgoing.destroy()).resume();
    });
    incoming.pipe(outgoing).pipe(incoming);
  }

  const { sockets, ...gate } = await openGate(targetUrl, pass);
  return {
    ...gate,
    cut() {
      isFrozen = false;
      gate.cut();
    },
    shut() {
      isFrozen = false;
      gate.shut();
    },
    cutAnswerTo(text) {
      fatal = text;
    },
    silence() {
      for (const socket of sockets) {
        silent.add(socket);
        socket.unpipe();
        socket.removeAllListeners("data").resume();
      }
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

/** A path to a server that is far away: everything arrives half of `roundTripMs` late, in order, either way. */
export async function openDistance(targetUrl: string, roundTripMs: number): Promise<Gate> {
  const carry = (from: Socket, to: Socket) =>
    from.on("data", (chunk: Buffer) => setTimeout(() => to.writable && to.write(chunk), roundTripMs / 2));
  const { sockets: _, ...gate } = await openGate(targetUrl, (incoming, outgoing) => {
    endTogether([incoming, outgoing], new Set());
    carry(incoming, outgoing);
    carry(outgoing, incoming);
  });
  return gate;
}

/** Ends both sockets when one has closed, unless it is among the silent ones. */
function endTogether(sockets: readonly Socket[], silent: Set<Socket>): void {
  for (const socket of sockets)
    socket.on("close", () => {
      if (silent.delete(socket)) return;
      for (const one of sockets) one.destroy();
    });
}
