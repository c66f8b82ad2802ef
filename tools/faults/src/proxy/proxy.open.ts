import { type Gate, openGate } from "@rewards/lab/proxy";
import type { Rewrite } from "./frontend.ts";
import { Link, type LinkOwner } from "./link.ts";
import { type Caught, createTraps, type Point, type SetTrap } from "./trap.ts";

/**
 * One process' connection to Postgres. It understands the protocol. So it can catch the process at any statement
 * without a change of its code, and make Postgres slow or unavailable for this process only.
 */
export interface PostgresProxy extends Gate {
  /** From now on, open connections pass nothing, not even their end; new ones work. */
  silence(): void;
  /** Ends the connections that are silent. */
  endSilent(): void;
  /** Delays each statement; 0 ends the delay. */
  slow(delayMs: number): void;
  /** Catches the next connection that reaches the point; `act` must release or cut it. Resolves after `act` has run. */
  catchAt(point: Point, act: (caught: Caught) => void): SetTrap;
  /** Whether the session with this local port, as Postgres sees it, belongs to the process. */
  owns(port: number): boolean;
}

export async function openPostgresProxy(targetUrl: string, rewrite: Rewrite): Promise<PostgresProxy> {
  const links = new Set<Link>();
  const traps = createTraps();
  let delay = 0;
  const owner: LinkOwner = { rewrite, delayMs: () => delay, spring: traps.spring };
  const gate = await openGate(targetUrl, (incoming, outgoing) => {
    const link = new Link(incoming, outgoing, owner, () => links.delete(link));
    links.add(link);
  });
  return {
    ...gate,
    silence() {
      for (const link of links) link.silence();
    },
    endSilent() {
      for (const link of links) link.endSilent();
    },
    slow(delayMs) {
      delay = delayMs;
    },
    catchAt: traps.set,
    owns: (port) => [...links].some((link) => link.port() === port),
  };
}
