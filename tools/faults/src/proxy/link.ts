import type { Socket } from "node:net";
import { FrontendReader, type FrontendRequest, type Rewrite } from "./frontend.ts";
import type { Caught, Trap, Traps } from "./trap.ts";

/** What links need from their proxy. */
export interface LinkOwner {
  readonly rewrite: Rewrite;
  /** Delay of each statement. */
  delayMs: number;
  readonly traps: Traps;
}

/** ReadyForQuery, which ends every answer. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
const earlierMax = 50;

/** One client's connection to Postgres. */
export class Link {
  private readonly incoming: Socket;
  private readonly outgoing: Socket;
  private readonly owner: LinkOwner;
  private readonly reader: FrontendReader;
  private readonly caught: Caught = { release: () => this.release(), cut: () => this.destroy() };
  private waiting: FrontendRequest[] = [];
  private held = false;
  private passed: FrontendRequest | undefined;
  private earlier: string[] = [];
  private isSilent = false;
  private awaited: { trap: Trap; answer: Buffer[] } | undefined;

  constructor(incoming: Socket, outgoing: Socket, owner: LinkOwner, onClose: () => void) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.owner = owner;
    this.reader = new FrontendReader(owner.rewrite);
    for (const socket of [incoming, outgoing])
      socket.on("close", () => {
        // If packets are lost, neither side sees the other's end.
        if (this.isSilent && !(incoming.destroyed && outgoing.destroyed)) return;
        this.destroy();
        onClose();
      });
    incoming.on("data", (chunk) => {
      if (this.isSilent) return;
      this.waiting.push(...this.reader.read(chunk));
      this.pump();
    });
    outgoing.on("data", (chunk) => this.toClient(chunk));
  }

  private destroy(): void {
    this.incoming.destroy();
    this.outgoing.destroy();
  }

  /** Nothing passes in either direction from now on, and neither side gets a notice. */
  silence(): void {
    this.isSilent = true;
  }

  /** Ends the connection if it is silent. */
  endSilent(): void {
    if (this.isSilent) this.destroy();
  }

  private pump(): void {
    while (!this.held) {
      const message = this.waiting[0];
      if (message === undefined || this.holdsUp(message)) return;
      this.waiting.shift();
      if (message.statement !== undefined) this.note(message.statement);
      this.outgoing.write(message.bytes);
    }
  }

  /** Whether to hold the message back for now. */
  private holdsUp(message: FrontendRequest): boolean {
    const { statement } = message;
    if (statement === undefined || this.passed === message) return false;
    this.passed = message;
    const trap = this.owner.traps.spring("before", statement, this.earlier);
    const { delayMs } = this.owner;
    if (!trap && delayMs === 0) return false;
    this.held = true;
    if (trap) trap.act(this.caught);
    else setTimeout(() => this.release(), delayMs);
    return true;
  }

  private note(statement: string): void {
    const trap = this.awaited ? undefined : this.owner.traps.spring("answered", statement, this.earlier);
    if (trap) this.awaited = { trap, answer: [] };
    if (/^(begin|commit|rollback)/i.test(statement)) this.earlier = [];
    else if (this.earlier.length < earlierMax) this.earlier.push(statement);
  }

  private toClient(chunk: Buffer): void {
    const { awaited } = this;
    if (this.isSilent) return;
    if (!awaited) {
      this.incoming.write(chunk);
      return;
    }
    awaited.answer.push(chunk);
    const answer = Buffer.concat(awaited.answer);
    if (!answer.subarray(-readyForQuery.length - 1, -1).equals(readyForQuery)) return;
    awaited.trap.act(this.caught);
  }

  private release(): void {
    if (this.isSilent) return;
    this.held = false;
    if (this.awaited) this.incoming.write(Buffer.concat(this.awaited.answer));
    this.awaited = undefined;
    this.pump();
  }
}
