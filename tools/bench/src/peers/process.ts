import { portVar, postgresUrlVar, queueUrlVar, type Shutdown } from "@rewards/runtime";
import { z } from "zod";

/** One process of a peer: its API or its worker. */
export interface PeerProcess {
  /** Starts it, adds the steps of its shutdown, entrance first, and returns its URL if it listens. */
  readonly start: (config: z.infer<typeof peerVars>, shutdown: Pick<Shutdown, "add">) => Promise<string | undefined>;
}

export const peerVars = z.object({
  /** 0 means any free port. */
  PORT: portVar.default(0),
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar,
});
