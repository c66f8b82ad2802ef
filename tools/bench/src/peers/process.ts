import {
  createLogger,
  createShutdown,
  loadConfig,
  notifyReady,
  portVar,
  postgresUrlVar,
  queueUrlVar,
  runMain,
  type Shutdown,
} from "@rewards/runtime";
import { z } from "zod";

/** One process of a peer: its API or its worker. */
export interface PeerProcess {
  /** Starts it, adds the steps of its shutdown, entrance first, and returns its URL if it listens. */
  readonly start: (config: PeerConfig, shutdown: Pick<Shutdown, "add">) => Promise<string | undefined>;
}

const vars = z.object({
  /** 0 means any free port. */
  PORT: portVar.default(0),
  DATABASE_URL: postgresUrlVar,
  QUEUE_URL: queueUrlVar,
});
type PeerConfig = z.infer<typeof vars>;

/** Below the 5 s, or more, that the harness waits before it kills. */
const stopMsMax = 4_500;

/** Runs one process of the bench. It ends on SIGTERM, and when its parent is gone. */
export async function runProcess(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  { start }: PeerProcess,
): Promise<void> {
  await runMain(name, async () => {
    // Neither peers nor product log requests.
    const logger = createLogger({ name, level: "warn" });
    const shutdown = createShutdown({ logger, deadlineMs: stopMsMax });
    // Before the start: the parent may be gone when the start is done.
    shutdown.listen();
    const url = await start(loadConfig(vars, env), shutdown);
    notifyReady(url === undefined ? {} : { url });
  });
}
