import { type Gate, openGate } from "@rewards/lab/proxy";
import type { Rewrite } from "./frontend.ts";
import { Link, type LinkOwner } from "./link.ts";
import { type Caught, createTraps, type Point, type SetTrap } from "./trap.ts";

/**
 * One process' way to Postgres. It understands what is said on it, so that the process can be caught at any statement
 * without a line of its own code, and Postgres be slow or away for this process alone.
 */
export interface PostgresProxy extends Gate {
  /** From now on nothing passes on the connections that are open, not even their end; new ones work. */
  silence(): void;
  /** Holds up each statement for so long; 0 for not at all. */
  slow(delayMs: number): void;
  /** Catches the next connection that comes to the point; `act` must release or cut it. Resolves once `act` has run. */
  catchAt(point: Point, act: (caught: Caught) => void): SetTrap;
  /** Whether a session that Postgres sees at this port of this machine is the process'. */
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
    slow(delayMs) {
      delay = delayMs;
    },
    catchAt: traps.set,
    owns: (port) => [...links].some((link) => link.port() === port),
  };
}
