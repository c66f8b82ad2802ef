import { createClosers } from "@rewards/lab/closers";
import { count, positiveNumber } from "@rewards/lab/options";
import { formatBars, formatTable } from "@rewards/lab/report/table";
import { awaitSignal } from "@rewards/lab/signal";
import type { QueueBackend } from "@rewards/queue";
import { Command, Option } from "commander";
import { reportBacklog, runBacklog } from "./backlog.ts";
import { type OutageOptions, reportOutage, runOutage } from "./outage.ts";
import type { DrillReport } from "./report.ts";
import { reportRestart, runRestart } from "./restart.ts";
import { reportSchedule, runSchedule } from "./schedule.ts";
import type { SpanOptions } from "./steady.ts";
import type { DrillOptions } from "./world.ts";

/** Options of every drill. */
interface CommonOptions {
  readonly backend: QueueBackend;
  readonly members: number;
  readonly workers: number;
}

const closers = createClosers();
const startedMs = performance.now();

function say(line: string): void {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  process.stderr.write(`[${seconds.padStart(3)} s] ${line}\n`);
}

async function end(code: number): Promise<never> {
  // Failures to close an interrupted run mean nothing.
  await closers.close().catch(() => undefined);
  process.exit(code);
}

const program = new Command("drill")
  .description("Takes Postgres or the queue away from real processes, and measures how they recover. Linux only.")
  .showHelpAfterError("(--help lists commands and options)");

/** The exit code is 0 if every bar holds; 1 if one does not, or the drill failed. */
function add<Options>(
  name: string,
  summary: string,
  drill: (world: DrillOptions, options: Options) => Promise<DrillReport>,
  workers = 1,
): Command {
  return program
    .command(name)
    .description(summary)
    .addOption(new Option("--backend <name>", "the queue's backend").choices(["redis", "postgres"]).default("redis"))
    .option("--members <n>", "members who buy", count, 10_000)
    .option("--workers <n>", "worker processes", count, workers)
    .action(async (options: CommonOptions & Options) => {
      const { rows, bars } = await drill({ ...options, env: process.env, say, closers }, options);
      const table = formatTable({ title: `${name}, queue on ${options.backend}`, columns: ["", ""], rows });
      process.stdout.write(`${["", ...table, "", ...formatBars(bars), ""].join("\n")}\n`);
      await end(bars.every(({ holds }) => holds) ? 0 : 1);
    });
}

const addSpan = (command: Command, what: string, seconds: number) =>
  command
    .option("--seconds <n>", `seconds for which ${what}`, positiveNumber, seconds)
    .option("--beside-seconds <n>", "seconds of the same load to warm up, before and afterwards", positiveNumber, 5)
    .option("--per-second <n>", "sales a second", positiveNumber, 300);

add("backlog", "the queue loses all jobs of a backlog", async (world, options: { sales: number }) =>
  reportBacklog(await runBacklog(world, options)),
).option("--sales <n>", "sales pending when the queue is lost", count, 100_000);
const outage = add("outage", "the queue is down while sales come in", async (world, options: OutageOptions) =>
  reportOutage(await runOutage(world, options)),
).addOption(new Option("--by <how>", "how the queue fails").choices(["kill", "freeze"]).default("kill"));
addSpan(outage, "the queue is down", 180);
const restart = add(
  "restart",
  "Postgres is stopped under load, at once and in order",
  async (world, options: SpanOptions) => reportRestart(await runRestart(world, options)),
);
addSpan(restart, "Postgres is down, each time", 20);
add(
  "schedule",
  "scheduled work with several workers, before and after the queue is lost",
  async (world, options: { runs: number }) => reportSchedule(await runSchedule(world, options)),
  3,
).option("--runs <n>", "runs counted before and after the loss", count, 6);

void awaitSignal().then(end);
await program.parseAsync().catch(async (error: unknown) => {
  process.stderr.write(`drill: ${error instanceof Error ? error.stack : String(error)}\n`);
  await end(1);
});
