import type { Closers } from "@rewards/lab/closers";
import type { QueueBackend } from "@rewards/queue";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import type { RoundPlace, RoundServers } from "../servers/servers.ts";

/** What a fault takes over. Faults with the same hold are never in one round. */
type Hold =
  | "api"
  | "worker"
  | "postgres"
  | "server"
  | "redis"
  | "queue"
  | "clock"
  | "sale"
  | "once"
  | "scarce"
  | "everything";

/** Undoes the harm. */
export type Heal = () => unknown;

/**
 * Does the harm under load. Returns how to heal it, or nothing if it ends by itself; false if the point that it waits for
 * was not reached: then it did nothing.
 */
export type Inject = (world: World, random: Random) => Promise<Heal | undefined | false>;

/** A card of the deck. */
interface Card {
  readonly name: string;
  /** Its number in the list of docs/reliability.md. */
  readonly number: number;
  readonly summary: string;
  /** Backends on which it can happen; default: all. */
  readonly backends?: readonly QueueBackend[];
  /** Default: nothing. */
  readonly holds?: readonly Hold[];
  /** What must work meanwhile: no other fault of the round may hold it. */
  readonly needs?: readonly Hold[];
  /** Processes whose clocks are an hour ahead from the start. */
  readonly clocksAhead?: "all" | "first-api";
  /** How long the harm lasts, ms; default: 0. */
  readonly lastsMs?: readonly [number, number];
}

/** A failure of a process, of Postgres or of the queue. */
export interface ProcessFault extends Card {
  readonly inject: Inject;
}

/** A failure between servers, which it brings itself. It is the only fault of its round. */
export interface TopologyFault extends Card {
  readonly open: (opening: Opening) => Promise<Site>;
}

export type Fault = ProcessFault | TopologyFault;

/** A table of faults by their names. */
export type FaultRows = Readonly<Record<string, Omit<ProcessFault, "name">>>;
export type TopologyRows = Readonly<Record<string, Omit<TopologyFault, "name">>>;

export interface Opening {
  /** The servers that all rounds share. */
  readonly servers: RoundServers;
  /** Closed at the end of the round. */
  readonly closers: Closers;
  /** The value of PATH. */
  readonly path: string | undefined;
}

/** The servers of a topology, and the harm to them. */
export interface Site {
  readonly place: RoundPlace;
  readonly inject: Inject;
}

export const isOn = ({ backends }: Pick<Card, "backends">, backend: QueueBackend) =>
  backends?.includes(backend) ?? true;
