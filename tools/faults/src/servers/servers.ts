import { type Closers, createClosers } from "@rewards/lab/closers";
import { type LabPostgres, type LabServer, openPostgres, openRedis } from "@rewards/lab/servers";

export interface FaultServers {
  readonly postgres: LabPostgres;
  readonly redis: LabServer | undefined;
  stop(): Promise<void>;
}

/**
 * A commit is in the log before it is answered, as in production; only the disk is not waited for, since processes are
 * killed here and not the machine.
 */
const settings = { synchronous_commit: "on", full_page_writes: "on", max_connections: "160" };

/** Real servers of the suite's own. `path` is the value of PATH. */
export async function startFaultServers(path: string | undefined, withRedis: boolean): Promise<FaultServers> {
  const closers: Closers = createClosers();
  try {
    const postgres = await openPostgres(closers, { durable: false, settings });
    return { postgres, redis: withRedis ? await openRedis(closers, path) : undefined, stop: closers.close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
