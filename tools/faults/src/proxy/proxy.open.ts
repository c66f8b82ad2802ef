import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Rewrite } from "./frontend.ts";
import { Link, type LinkOwner } from "./link.ts";
import { type Caught, createTraps, type Point, type SetTrap } from "./trap.ts";

/**
 * One process' way to Postgres. It understands what is said on it, so that the process can be caught at any statement
 * without a line of its own code, and Postgres be slow or away for this process alone.
 */
export interface PostgresProxy {
  readonly url: string;
  /** Ends every connection and takes no more. */
  cut(): void;
  mend(): void;
  /** From now on nothing passes on the connections that are open, not even their end; new ones work. */
  silence(): void;
  /** Holds up each statement for so long; 0 for not at all. */
  slow(delayMs: number): void;
  /** Catches the next connection that comes to the point; `act` must release or cut it. Resolves once `act` has run. */
  catchAt(point: Point, act: (caught: Caught) => void): SetTrap;
  /** Whether a session that Postgres sees at this port of this machine is the process'. */
  owns(port: number): boolean;
  close(): Promise<void>;
}

export async function openProxy(targetUrl: string, rewrite: Rewrite): Promise<PostgresProxy> {
  const target = new URL(targetUrl);
  const links = new Set<Link>();
  const traps = createTraps();
  let isOpen = true;
  let delay = 0;
  const owner: LinkOwner = { rewrite, delayMs: () => delay, spring: traps.spring };
  const server = createServer((incoming) => {
    if (!isOpen) {
      incoming.destroy();
      return;
    }
    const link = new Link(incoming, target, owner, () => links.delete(link));
    links.add(link);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(targetUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = () => {
    for (const link of links) link.destroy();
  };
  return {
    url: url.href,
    cut() {
      isOpen = false;
      cutAll();
    },
    mend() {
      isOpen = true;
    },
    silence() {
      for (const link of links) link.silence();
    },
    slow(delayMs) {
      delay = delayMs;
    },
    catchAt: traps.set,
    owns: (port) => [...links].some((link) => link.port() === port),
    async close() {
      server.close();
      cutAll();
      await once(server, "close");
    },
  };
}
