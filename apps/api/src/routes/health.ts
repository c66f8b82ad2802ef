import { respond } from "../answer.ts";
import type { Handler } from "../context.ts";

/** GET /livez: the process answers. */
export const livez: Handler = async (c) => respond(c.env.outgoing, { status: "ok" });

/**
 * GET /readyz: 200 while sales are accepted, which needs only Postgres. Without the queue, or with one that loses jobs,
 * sales are still accepted, and posted some seconds later: `degraded`. Also `degraded` if a key of personal data is missing,
 * if no worker posts the sales, or if reads use the primary because the replica cannot be used.
 */
export const readyz: Handler = async (c, deps) => {
  const [sales, queue] = await Promise.all([deps.readiness.check(), deps.queueReadiness.check()]);
  const refusal = deps.isStopping() ? "It is stopping." : (sales.reason ?? unknownKeys(deps.personal.isKnown()));
  const replica = deps.replica?.state();
  const flaw = queue.reason ?? deps.personal.reason() ?? deps.workers.reason() ?? replica?.reason;
  const status = refusal !== undefined ? "unavailable" : flaw === undefined ? "ok" : "degraded";
  const servers = {
    postgres: upOrDown(sales.isAnswered),
    queue: upOrDown(queue.isAnswered),
    ...(replica && { replica: upOrDown(replica.isUsed) }),
  };
  const body = { status, ...servers, reason: refusal ?? flaw };
  return respond(c.env.outgoing, body, refusal === undefined ? 200 : 503);
};

const unknownKeys = (isKnown: boolean) =>
  isKnown ? undefined : "It has not read yet which keys personal data needs; it looks again every 1.5 s.";

const upOrDown = (isUp: boolean) => (isUp ? "up" : "down");
