import { count, positiveNumber } from "@rewards/lab/options";
import type { QueueBackend } from "@rewards/queue";
import { Command, Option } from "commander";
import type { SpanOptions } from "./load/steady.ts";
import { type DrillReport, reportBacklog, reportOutage, reportRestart, reportSchedule } from "./report/report.ts";
import { runBacklog } from "./scenarios/backlog.ts";
import { type OutageOptions, runOutage } from "./scenarios/outage.ts";
import { runRestart } from "./scenarios/restart.ts";
import { runSchedule } from "./scenarios/schedule.ts";
import type { DrillOptions } from "./world/drill.ts";

/** Options of every drill. */
interface CommonOptions {
  readonly backend: QueueBackend;
  readonly members: number;
  readonly workers: number;
}

/** Opens a drill's servers and processes, runs the drill, and shows its report under this title. */
export type RunDrill = (
  title: string,
  options: CommonOptions,
  drill: (world: DrillOptions) => Promise<DrillReport>,
) => Promise<void>;

export function createProgram(run: RunDrill): Command {
  const program = new Command("drill")
    .description("Takes Postgres or the queue away from real processes, and measures how they recover. Linux only.")
    .showHelpAfterError("(--help lists commands and options)");
  const add = <Options>(
    name: string,
    summary: string,
    drill: (world: DrillOptions, options: Options) => Promise<DrillReport>,
    workers = 1,
  ) =>
    program
      .command(name)
      .description(summary)
      .addOption(new Option("--backend <name>", "the queue's backend").choices(["redis", "postgres"]).default("redis"))
      .option("--members <n>", "members who buy", count, 10_000)
      .option("--workers <n>", "worker processes", count, workers)
      .action((options: CommonOptions & Options) =>
        run(`${name}, queue on ${options.backend}`, options, (world) => drill(world, options)),
      );

  add("backlog", "the queue loses all jobs of a backlog", async (world, options: { sales: number }) =>
    reportBacklog(await runBacklog(world, options)),
  ).option("--sales <n>", "sales pending when the queue is lost", count, 100_000);
  add("outage", "the queue is down while sales come in", async (world, options: OutageOptions) =>
    reportOutage(await runOutage(world, options)),
  )
    .addOption(new Option("--by <how>", "how the queue fails").choices(["kill", "freeze"]).default("kill"))
    .option("--seconds <n>", "seconds for which the queue is down", positiveNumber, 180)
    .option("--beside-seconds <n>", "seconds of the same load to warm up, before and afterwards", positiveNumber, 5)
    .option("--per-second <n>", "sales a second", positiveNumber, 300);
  add("restart", "Postgres is stopped under load, at once and in order", async (world, options: SpanOptions) =>
    reportRestart(await runRestart(world, options)),
  )
    .option("--seconds <n>", "seconds for which Postgres is down, each time", positiveNumber, 20)
    .option("--beside-seconds <n>", "seconds of the same load to warm up, before and afterwards", positiveNumber, 5)
    .option("--per-second <n>", "sales a second", positiveNumber, 300);
  add(
    "schedule",
    "scheduled work with several workers, before and after the queue is lost",
    async (world, options: { runs: number }) => reportSchedule(await runSchedule(world, options)),
    3,
  ).option("--runs <n>", "runs counted before and after the loss", count, 6);
  return program;
}
