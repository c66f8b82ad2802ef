import type { Closers } from "@rewards/lab/closers";
import type { QueueBackend } from "@rewards/queue";
import type { Random } from "../random.ts";
import type { RoundWorld, World } from "../round/world.ts";
import type { RoundPlace } from "../servers/place.ts";
import type { RoundServers } from "../servers/servers.ts";

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
export type Heal = () => Promise<void>;

/** A card of the deck. */
export interface Card {
  readonly name: string;
  /** Its numbers in the list of docs/reliability.md. */
  readonly numbers: readonly number[];
  readonly summary: string;
  /** Backends on which it can happen; default: all. */
  readonly backends?: readonly QueueBackend[];
  readonly holds: readonly Hold[];
  /** What must work meanwhile: no other fault of the round may hold it. */
  readonly needs?: readonly Hold[];
  /** Processes whose clocks are an hour ahead from the start. */
  readonly clocksAhead?: "all" | "first-api";
  /** How long the harm lasts, ms. */
  readonly lastsMs?: readonly [number, number];
}

/**
 * Does the harm under load. Returns undefined if the point that it waits for was not reached: then it did nothing.
 */
type Inject<In extends RoundWorld> = (world: In, random: Random) => Promise<Heal | undefined>;

/** One kind of failure of a process, of Postgres or of the queue. */
export interface Fault extends Card {
  readonly inject: Inject<World>;
}

/** A kind of failure between servers, which it brings itself. It is the only fault of its round. */
export interface TopologyFault extends Card {
  readonly open: (opening: Opening) => Promise<Site>;
}

export interface Opening {
  /** The servers that all rounds share. */
  readonly servers: RoundServers;
  /** Closed at the end of the round. */
  readonly closers: Closers;
  /** The value of PATH. */
  readonly path: string | undefined;
}

/** The servers of a topology, and the harm to them. */
interface Site {
  readonly place: RoundPlace;
  readonly inject: Inject<RoundWorld>;
}

/** A fault with its servers, ready for a round. */
export interface RoundFault extends Card {
  readonly inject: Inject<RoundWorld>;
}

/** For harm that ends by itself. */
export const nothingToHeal: Heal = async () => undefined;
