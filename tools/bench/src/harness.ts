import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { endChildren } from "@rewards/lab/children";
import { createClosers } from "@rewards/lab/closers";
import { formatBars, formatTable } from "@rewards/lab/report/table";
import { awaitSignal } from "@rewards/lab/signal";
import type { Command } from "commander";
import { drawChart } from "./report/chart.ts";
import { addOptions, type Desk, type GivenOptions, type OptionTable, type Run } from "./run/command.ts";

/** Opens what the commands of a program share. `machine` describes it in a line. */
type Open<Context> = (desk: Desk) => Promise<Context & { readonly machine: string }>;

const resultsFolder = fileURLToPath(new URL("../results/", import.meta.url));

export async function runProgram<Context>(
  program: Command,
  runs: readonly Run<Context>[],
  open: Open<Context>,
  byDefault?: Run<Context>,
): Promise<void> {
  program.showHelpAfterError("(--help lists commands and options)");
  for (const run of runs) {
    const command = program.command(run.name, { isDefault: run === byDefault }).description(run.summary);
    addOptions(command, run.options);
    // No command takes arguments. An argument is a wrong command name, which goes to the default command.
    command.allowExcessArguments().action(async () => {
      const [wrong] = command.args;
      if (wrong !== undefined) program.error(`error: no command is named ${wrong}`);
      // Exit at once: leftovers of an interrupted run must not keep the process alive.
      process.exit(await runCommand(run, command.opts(), open));
    });
  }
  await program.parseAsync();
}

/** @returns the exit code: 0 if every run was valid, 1 if one was void or a required bar failed, 128 + n after signal n. */
async function runCommand<Context>(run: Run<Context>, options: GivenOptions<OptionTable>, open: Open<Context>) {
  const interrupted = awaitSignal();
  const closers = createClosers();
  const startedMs = performance.now();
  const seconds = () => ((performance.now() - startedMs) / 1_000).toFixed(0);
  const say = (line: string) => void process.stderr.write(`[${seconds().padStart(4)} s] ${line}\n`);
  const failed = (error: unknown): number => {
    process.stderr.write(`${run.name}: ${describeError(error)}\n`);
    return 1;
  };
  const work = async () => {
    const context = await open({ env: process.env, say, closers });
    const { title, tables, bars, chart } = await run.run(context, options);
    const sections = [...tables.map(formatTable), formatBars(bars)].filter((lines) => lines.length > 0);
    const head = context.machine ? [title, context.machine] : [title];
    const lines = ["", ...head, ...sections.flatMap((section) => ["", ...section])];
    process.stdout.write(`${[...lines, "", `Took ${seconds()} s.`].join("\n")}\n`);
    if (chart) {
      mkdirSync(resultsFolder, { recursive: true });
      writeFileSync(`${resultsFolder}${run.name}.svg`, drawChart(chart, context.machine));
      process.stdout.write(`Written: ${resultsFolder}${run.name}.svg\n`);
    }
    return run.failsByBars && bars.some(({ holds }) => !holds) ? 1 : 0;
  };
  const code = await Promise.race([interrupted, work()]).catch(failed);
  // Interrupted work fails now, which says nothing.
  process.on("unhandledRejection", () => undefined).on("uncaughtException", () => undefined);
  const closed = closers.close().then(() => code, failed);
  // A run may have started one more child before it noticed.
  return closed.finally(() => endChildren([]));
}

/** The message; or the code, if several addresses refused a connection: that error has no message. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
