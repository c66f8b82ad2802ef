import { pingDatabase } from "@rewards/db";
import type { ApiDeps, Handler } from "../context.ts";
import { respond } from "../respond.ts";

/** GET /livez: the process answers. */
export const livez: Handler = async () => respond({ status: "ok" });

const pingMsMax = 2_000;

/**
 * GET /readyz: 200 while sales are accepted, which needs Postgres alone. Without the queue they are accepted all the
 * same and posted later: `degraded`.
 */
export const readyz: Handler = async (_c, deps) => {
  const [postgres, queue] = await Promise.all([isUp(pingDatabase(deps.database)), isUp(deps.pingQueue())]);
  const isReady = postgres && !deps.isStopping();
  const status = isReady ? (queue ? "ok" : "degraded") : "unavailable";
  return respond({ status, postgres: postgres ? "up" : "down", queue: queue ? "up" : "down" }, isReady ? 200 : 503);
};

async function isUp(ping: ReturnType<ApiDeps["pingQueue"]>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, pingMsMax, false);
  });
  const answer = ping.then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
