import type { Handler } from "../context.ts";
import { respond } from "../respond.ts";

/** GET /livez: the process answers. */
export const livez: Handler = async (c) => respond(c.env.outgoing, { status: "ok" });

/**
 * GET /readyz: 200 while sales are accepted, which needs Postgres alone. Without the queue they are accepted all the
 * same and posted later: `degraded`.
 */
export const readyz: Handler = async (c, deps) => {
  const [sales, queue] = await Promise.all([
    deps.readiness.check(),
    deps.pingQueue().then(
      () => true,
      () => false,
    ),
  ]);
  const reason = deps.isStopping() ? "It is stopping." : sales.reason;
  const status = reason !== undefined ? "unavailable" : queue ? "ok" : "degraded";
  const body = { status, postgres: upOrDown(sales.isAnswered), queue: upOrDown(queue) };
  return reason === undefined ? respond(c.env.outgoing, body, 200) : respond(c.env.outgoing, { ...body, reason }, 503);
};

const upOrDown = (isUp: boolean) => (isUp ? "up" : "down");
