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

const databaseVar = { DATABASE_URL: postgresUrlVar };
const queueVar = { QUEUE_URL: queueUrlVar };
/** 0 is any free port. */
const listenVar = { PORT: portVar.default(0) };

/** The environment of each kind of process. */
export const listenVars = z.object(listenVar);
export const apiVars = z.object({ ...databaseVar, ...listenVar });
export const workerVars = z.object(databaseVar);
export const queueApiVars = z.object({ ...databaseVar, ...queueVar, ...listenVar });
export const queueWorkerVars = z.object({ ...databaseVar, ...queueVar });

/** Below the 5 s, or more, that the harness waits before it kills. */
const stopMsMax = 4_500;

/**
 * Runs one process of the bench: `start` brings it up, adds the steps of its stopping, entrance first, and gives its
 * URL where it listens. It ends on SIGTERM, and when its parent is gone.
 */
export async function runProcess<Vars extends z.ZodObject>(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  vars: Vars,
  start: (config: z.infer<Vars>, shutdown: Pick<Shutdown, "add">) => Promise<string | undefined>,
): Promise<void> {
  await runMain(name, async () => {
    // Nothing of a request is logged, by peers and product alike.
    const logger = createLogger({ name, level: "warn" });
    const shutdown = createShutdown({ logger, deadlineMs: stopMsMax });
    // Before the start: a parent may be gone by its end.
    shutdown.listen();
    notifyReady(await start(loadConfig(vars, env), shutdown));
  });
}
