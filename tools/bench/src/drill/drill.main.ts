import { createClosers } from "@rewards/lab/closers";
import { formatBars, formatTable } from "@rewards/lab/report/table";
import { awaitSignal } from "@rewards/lab/signal";
import { Command } from "commander";
import { addOptions, type OptionTable, type OptionValues, one, positive, valuesOf, whole } from "../run/options.ts";
import { reportBacklog, runBacklog } from "./backlog.ts";
import type { DrillReport } from "./end.ts";
import { reportOutage, runOutage } from "./outage.ts";
import { reportRestart, runRestart } from "./restart.ts";
import { reportSchedule, runSchedule } from "./schedule.ts";
import type { DrillOptions } from "./world.ts";

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

/** Of every drill. */
const common = {
  backend: one("the queue's backend", ["redis", "postgres"]),
  members: whole("members who buy", 10_000, 200),
};
const workers = whole("worker processes", 1);
const span = (what: string, seconds: number) => ({
  workers,
  seconds: positive(`seconds for which ${what}`, seconds, 4),
  besideSeconds: positive("seconds of the same load to warm up, before and afterwards", 5, 1),
  perSecond: positive("sales a second", 300, 100),
});

/** The exit code is 0 if every bar holds; 1 if one does not, or the drill failed. */
function add<Own extends OptionTable & { readonly workers: typeof workers }, Figures>(
  name: string,
  summary: string,
  own: Own,
  run: (world: DrillOptions, options: OptionValues<Own>) => Promise<Figures>,
  report: (figures: Figures) => DrillReport,
): void {
  const table = { ...common, ...own };
  const command = program.command(name).description(summary);
  addOptions(command, table);
  command.action(async () => {
    const options = valuesOf(table, command.opts());
    const { rows, bars } = report(await run({ ...options, env: process.env, say, closers }, options));
    const shown = formatTable({ title: `${name}, queue on ${options.backend}`, columns: ["", ""], rows });
    process.stdout.write(`${["", ...shown, "", ...formatBars(bars), ""].join("\n")}\n`);
    await end(bars.every(({ holds }) => holds) ? 0 : 1);
  });
}

const sales = whole("sales pending when the queue is lost", 100_000, 1_000);
add("backlog", "the queue loses all jobs of a backlog", { workers, sales }, runBacklog, reportBacklog);

const by = one("how the queue fails", ["kill", "freeze"]);
const outage = { by, ...span("the queue is down", 180) };
add("outage", "the queue is down while sales come in", outage, runOutage, reportOutage);

const restart = span("Postgres is down, each time", 20);
add("restart", "Postgres is stopped under load, at once and in order", restart, runRestart, reportRestart);

const several = whole("worker processes", 3);
const runs = whole("runs counted before and after the loss", 6, 2);
const scheduleSummary = "scheduled work with several workers, before and after the queue is lost";
add("schedule", scheduleSummary, { workers: several, runs }, runSchedule, reportSchedule);

void awaitSignal().then(end);
await program.parseAsync().catch(async (error: unknown) => {
  process.stderr.write(`drill: ${error instanceof Error ? error.stack : String(error)}\n`);
  await end(1);
});
