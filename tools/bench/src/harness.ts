import { resolve } from "node:path";
import { endChildren } from "@rewards/lab/children";
import { createClosers } from "@rewards/lab/closers";
import { createProgress, type Progress } from "@rewards/lab/progress";
import { awaitSignal } from "@rewards/lab/signal";
import { startLoad } from "./asked.ts";
import { describeMachine } from "./measure/machine.ts";
import { formatReport, writeReport } from "./report/write.ts";
import type { Run } from "./run/define.ts";
import type { GivenOptions, OptionTable } from "./run/options.ts";
import { type PostgresSettings, type Servers, startServers } from "./servers.ts";

/** Options of every command. */
export interface HarnessOptions {
  /** Settings that override those of the embedded Postgres. */
  readonly postgres?: PostgresSettings;
  readonly out: string;
}

type Given = GivenOptions<OptionTable>;

/**
 * Runs one command on its own servers, and closes everything afterwards.
 * @returns the exit code: 0 if every run was valid, 1 if one was void or a required bar failed, 128 + n after signal n.
 */
export async function runBench(run: Run, given: Given, harness: HarnessOptions): Promise<number> {
  const interrupted = awaitSignal();
  const closers = createClosers();
  const progress = createProgress(process.stderr);
  closers.add(async () => progress.stop());
  const failed = (error: unknown): number => {
    progress.stop();
    process.stderr.write(`bench ${run.name}: ${describeError(error)}\n`);
    return 1;
  };
  const starting = startServers(closers, harness.postgres, process.env["PATH"]);
  // After an interruption, the run's failure says nothing.
  const working = starting.then((servers) => runOn(servers, run, given, harness, progress));
  const code = await Promise.race([interrupted, working]).catch(failed);
  // Interrupted work fails now, which says nothing.
  process.on("unhandledRejection", () => undefined).on("uncaughtException", () => undefined);
  const servers = await starting.catch(() => undefined);
  // Children first, since they use the servers.
  await endChildren(Object.values(servers?.pids ?? {}).flat());
  const closed = closers.close().then(() => code, failed);
  // A run may have started one more child before it noticed.
  return closed.finally(() => endChildren([]));
}

/** The message; or the code, if several addresses refused a connection: that error has no message. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

async function runOn(
  servers: Servers,
  run: Run,
  given: Given,
  { out, postgres }: HarnessOptions,
  progress: Progress,
): Promise<number> {
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  const machine = await describeMachine(servers, postgres);
  const load = await startLoad();
  const bench = { servers, load, env: process.env, isQuick: given.quick === true, step: progress.step };
  const report = await run.run(bench, given, progress.begin);
  load.stop();
  progress.stop();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const files = writeReport(resolve(out), report, { machine, startedAt, seconds, options: given });
  const lines = [...formatReport(report, machine), `Took ${seconds} s. Written: ${files.join(", ")}`];
  process.stdout.write(`${lines.join("\n")}\n`);
  return run.failsByBars && report.bars.some(({ holds }) => !holds) ? 1 : 0;
}
