import { type Point, points } from "../proxy/trap.ts";
import { catchAt } from "./catch.ts";
import type { Fault } from "./fault.ts";

function killWorkerAt(name: string, point: Point, where: string): Fault {
  return {
    name,
    numbers: [1],
    summary: `kill -9 of a worker ${where}`,
    holds: ["worker"],
    lastsMs: [50, 800],
    async inject({ fleet }, random) {
      const worker = random.pick(fleet.workers);
      const isKilled = await catchAt(worker.proxy, point, (caught) => {
        worker.signal("SIGKILL");
        caught.cut();
      });
      return isKilled ? () => worker.restart() : undefined;
    },
  };
}

export const workerKills: readonly Fault[] = [
  killWorkerAt("worker-killed-before-transaction", points.beforeTransaction, "about to open a transaction"),
  killWorkerAt("worker-killed-in-transaction", points.beforeCommit, "that has written and not committed"),
  killWorkerAt("worker-killed-after-commit", points.afterCommit, "that has committed and not acknowledged its job"),
];
