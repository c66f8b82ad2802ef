import { type Point, points } from "../proxy/trap.ts";
import { catchAt } from "./catch.ts";
import type { Fault } from "./fault.ts";

/** The points at which a process is killed by SIGKILL; the number is that of the list in docs/reliability.md. */
const kills: readonly (readonly [name: string, app: "api" | "worker", number: number, point: Point, where: string])[] =
  [
    ["before-transaction", "worker", 1, points.beforeTransaction, "that is about to open a transaction"],
    ["in-transaction", "worker", 1, points.beforeCommit, "that has written, but not committed"],
    ["after-commit", "worker", 1, points.afterCommit, "that has committed, but not acknowledged its job"],
    ["with-batch-open", "api", 5, points.beforeInsert, "with a batch that Postgres has not seen"],
    ["after-commit", "api", 5, points.afterInsert, "between commit and enqueue"],
  ];

const killOf = ([name, app, number, point, where]: (typeof kills)[number]): Fault => ({
  name: `${app}-killed-${name}`,
  numbers: [number],
  summary: `kill -9 of ${app === "api" ? "an API" : "a worker"} ${where}`,
  holds: [app],
  lastsMs: [50, 800],
  async inject({ fleet }, random) {
    const victim = random.pick(app === "api" ? fleet.apis : fleet.workers);
    const isKilled = await catchAt(victim.proxy, point, (caught) => {
      victim.signal("SIGKILL");
      caught.cut();
    });
    return isKilled ? () => victim.restart() : undefined;
  },
});

const killsOf = (wanted: string) => kills.filter(([, app]) => app === wanted).map(killOf);
export const workerKills = killsOf("worker");
export const apiKills = killsOf("api");
