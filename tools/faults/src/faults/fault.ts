import type { QueueBackend } from "@rewards/queue";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";

/** What a fault takes hold of: of faults that hold the same, one goes into a round. */
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

/** One way in which things go wrong. */
export interface Fault {
  readonly name: string;
  /** Its numbers in the list of docs/reliability.md. */
  readonly numbers: readonly number[];
  readonly summary: string;
  /** Where it can happen; everywhere where left out. */
  readonly backends?: readonly QueueBackend[];
  readonly holds: readonly Hold[];
  /** What must be whole meanwhile: nobody else in the round may hold it. */
  readonly needs?: readonly Hold[];
  /** Whose clocks are an hour ahead from their start. */
  readonly clocksAhead?: "all" | "first-api";
  /** How long the harm is left standing, ms. */
  readonly lastsMs?: readonly [number, number];
  /** Does the harm under load. Undefined where the point that it waits for was not reached: then nothing was done. */
  readonly inject: (world: World, random: Random) => Promise<Heal | undefined>;
}

/** Of harm that is over when it is done. */
export const nothingToHeal: Heal = async () => undefined;
