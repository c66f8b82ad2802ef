import { type Point, points } from "../proxy/trap.ts";
import { catchAt } from "./catch.ts";
import type { Fault } from "./fault.ts";

function killApiAt(name: string, point: Point, where: string): Fault {
  return {
    name,
    numbers: [5],
    summary: `kill -9 of an API ${where}`,
    holds: ["api"],
    lastsMs: [50, 800],
    async inject({ fleet }, random) {
      const api = random.pick(fleet.apis);
      const isKilled = await catchAt(api.proxy, point, (caught) => {
        api.signal("SIGKILL");
        caught.cut();
      });
      return isKilled ? () => api.restart() : undefined;
    },
  };
}

export const apiKills: readonly Fault[] = [
  killApiAt("api-killed-with-batch-open", points.beforeInsert, "with a batch that Postgres has not seen"),
  killApiAt("api-killed-after-commit", points.afterInsert, "between commit and enqueue"),
];
