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
/** 0 means any free port. */
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
 * Runs one process of the bench: `start` starts it, adds the steps of its shutdown, entrance first, and returns its URL
 * if it listens. The process ends on SIGTERM, and when its parent is gone.
 */
export async function runProcess<Vars extends z.ZodObject>(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  vars: Vars,
  start: (config: z.infer<Vars>, shutdown: Pick<Shutdown, "add">) => Promise<string | undefined>,
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
