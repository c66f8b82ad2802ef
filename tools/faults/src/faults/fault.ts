import type { QueueBackend } from "@rewards/queue";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";

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

/** One kind of failure. */
export interface Fault {
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
  /**
   * Does the harm under load. Returns undefined if the point that it waits for was not reached: then it did nothing.
   */
  readonly inject: (world: World, random: Random) => Promise<Heal | undefined>;
}

/** For harm that ends by itself. */
export const nothingToHeal: Heal = async () => undefined;
