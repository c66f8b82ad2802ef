import { type Gate, openGate } from "@rewards/lab/proxy";
import type { Rewrite } from "./frontend.ts";
import { Link, type LinkOwner } from "./link.ts";
import { type Point, type Trap, Traps } from "./trap.ts";

export type PostgresProxy = Awaited<ReturnType<typeof openPostgresProxy>>;

/**
 * One process' connection to Postgres. It understands the protocol. So it can catch the process at any statement
 * without a change of its code, and make Postgres slow or unavailable for this process only.
 */
export async function openPostgresProxy(targetUrl: string, rewrite: Rewrite) {
  const links = new Set<Link>();
  const owner: LinkOwner = { rewrite, delayMs: 0, traps: new Traps() };
  const gate: Gate = await openGate(targetUrl, (incoming, outgoing) => {
    const link = new Link(incoming, outgoing, owner, () => links.delete(link));
    links.add(link);
  });
  return {
    ...gate,
    /** From now on, open connections pass nothing, not even their end; new ones work. */
    silence() {
      for (const link of links) link.silence();
    },
    /** Ends the connections that are silent. */
    endSilent() {
      for (const link of links) link.endSilent();
    },
    /** Delays each statement; 0 ends the delay. */
    slow(delayMs: number) {
      owner.delayMs = delayMs;
    },
    /** Catches the next connection that reaches the point; `act` must release or cut it. Resolves after `act` has run. */
    catchAt: (point: Point, act: Trap["act"]) => owner.traps.set(point, act),
  };
}
