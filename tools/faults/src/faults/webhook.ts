import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@rewards/lab/poll";
import type { FleetProcess } from "../fleet/fleet.start.ts";
import type { Manner } from "../listen/receiver.open.ts";
import { type Caught, type Point, points } from "../proxy/trap.ts";
import type { World } from "../round/world.ts";
import type { FaultRows } from "./fault.ts";
import { catchAt } from "./kill.ts";

const manners: readonly Manner[] = ["take", "refuse", "hang", "break"];
const flipEveryMs = [50, 400] as const;

/** Where a worker is killed on the way of events. */
const killPoints = {
  numbering: [points.beforeNumbered, "that has numbered events, but not committed"],
  claiming: [points.afterClaimed, "that has just taken a subscription"],
  delivering: [points.beforeDelivered, "that has posted events, but not written that"],
} as const;

/**
 * Acts on the first worker that reaches a point: only one of them has the subscription.
 * @returns which it is; false if none does
 */
async function catchFirst(
  workers: readonly FleetProcess[],
  point: Point,
  act: (worker: FleetProcess, caught: Caught) => void,
): Promise<FleetProcess | false> {
  let first: FleetProcess | undefined;
  const catching = workers.map((worker) =>
    catchAt(worker.proxy, point, (caught) => {
      if (first) return caught.release();
      first = worker;
      act(worker, caught);
    }).then((isCaught) => (isCaught ? Promise.resolve(worker) : Promise.reject(new Error("not reached")))),
  );
  return Promise.any(catching).then(
    () => first ?? false,
    () => false,
  );
}

/** As if the lease of the worker that has the subscription had ended by itself, which takes 30 s. */
const endLease = ({ sql, listeners }: World) =>
  sql`update webhook set held_until = pg_catalog.clock_timestamp() - interval '1 s' where id = ${listeners.id}`;

const kills: FaultRows = Object.fromEntries(
  Object.entries(killPoints).map(([name, [point, where]]) => [
    `worker-killed-${name}`,
    {
      number: 39,
      summary: `kill -9 of a worker ${where}`,
      holds: ["worker"],
      needs: ["server", "postgres"],
      lastsMs: [50, 800],
      async inject(world) {
        const victim = await catchFirst(world.fleet.workers, point, (worker, caught) => {
          worker.signal("SIGKILL");
          caught.cut();
        });
        return victim && (() => Promise.all([endLease(world), victim.restart()]));
      },
    } satisfies FaultRows[string],
  ]),
);

export const webhookFaults: FaultRows = {
  ...kills,
  "receiver-flipping": {
    number: 40,
    summary: "a receiver of webhooks takes events, refuses them, hangs and breaks connections in turn",
    lastsMs: [2_000, 4_000],
    async inject({ listeners: { receiver }, waitMsMax }, random) {
      receiver.manner = "refuse";
      // Workers deliver between sales.
      const isRefused = () => [...receiver.arrivals.values()].some(({ isTaken }) => !isTaken);
      if (!(await poll(isRefused, Boolean, waitMsMax))) return false;
      const ended = new AbortController();
      const flipping = (async () => {
        while (!ended.signal.aborted) {
          receiver.manner = random.pick(manners);
          await delay(random.int(...flipEveryMs));
        }
        receiver.manner = "take";
      })();
      return () => {
        ended.abort();
        return flipping;
      };
    },
  },
  "worker-stopped-while-delivering": {
    number: 41,
    summary:
      "SIGSTOP of a worker that has posted events until its lease is over and another worker posts, then SIGCONT",
    holds: ["worker"],
    needs: ["server", "postgres"],
    lastsMs: [1_500, 3_000],
    async inject(world) {
      const worker = await catchFirst(world.fleet.workers, points.beforeFence, (one) => one.signal("SIGSTOP"));
      if (!worker) return false;
      await endLease(world);
      return () => worker.signal("SIGCONT");
    },
  },
};
