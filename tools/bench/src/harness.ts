import { resolve } from "node:path";
import { endChildren } from "@rewards/lab/children";
import { createProgress, type StoppableProgress } from "@rewards/lab/progress";
import { awaitSignal } from "@rewards/lab/signal";
import { startLoad } from "./asked.ts";
import { describeMachine, readMachine } from "./measure/machine.ts";
import { formatReport, writeReport } from "./report/write.ts";
import type { Run } from "./run/define.ts";
import type { GivenOptions, OptionTable } from "./run/options.ts";
import { type Servers, startServers } from "./servers.ts";

/** Options of every command. */
export interface HarnessOptions {
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Settings that override those of an embedded Postgres. */
  readonly postgres?: Readonly<Record<string, string>>;
  readonly out: string;
  readonly cpuProf?: string;
}

interface Work {
  readonly run: Run;
  /** As given on the command line. */
  readonly options: GivenOptions<OptionTable>;
  readonly harness: HarnessOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs one command on its own servers, or on given ones, and closes everything afterwards.
 * @returns the exit code: 0 if every run was valid, 1 if one was void or a required bar failed, 128 + n after signal n.
 */
export async function runBench(work: Work): Promise<number> {
  const { run, harness, env } = work;
  const interrupted = awaitSignal();
  const progress = createProgress(process.stderr);
  const starting = startServers({ ...harness, path: env["PATH"] });
  const failed = (error: unknown): number => {
    progress.stop();
    process.stderr.write(`bench ${run.name}: ${describeError(error)}\n`);
    return 1;
  };
  // After an interruption, the run's failure says nothing.
  const working = starting.then((servers) => runOn(servers, work, progress));
  const code = await Promise.race([interrupted, working]).catch(failed);
  progress.stop();
  return endAll(starting).then(() => code, failed);
}

/** The message; or the code, if several addresses refused a connection: that error has no message. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

async function runOn(servers: Servers, work: Work, progress: StoppableProgress): Promise<number> {
  const { run, options, harness, env } = work;
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  const machine = await readMachine(servers);
  const load = await startLoad();
  const nodeArgs = harness.cpuProf ? ["--cpu-prof", `--cpu-prof-dir=${resolve(harness.cpuProf)}`] : [];
  const report = await run.run({ servers, load, env, nodeArgs }, options, progress);
  load.stop();
  progress.stop();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const { postgres } = harness;
  const files = writeReport(resolve(harness.out), report, { machine, startedAt, seconds, options, postgres });
  const lines = [
    ...formatReport(report, describeMachine(machine, postgres)),
    `Took ${seconds} s. Written: ${files.join(", ")}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return run.failsByBars && report.bars.some(({ holds }) => !holds) ? 1 : 0;
}

/** Children first, since they use the servers. */
async function endAll(starting: Promise<Servers>): Promise<void> {
  // Interrupted work fails now, which says nothing.
  process.on("unhandledRejection", () => undefined).on("uncaughtException", () => undefined);
  const servers = await starting.catch(() => undefined);
  const serverPids = Object.values(servers?.pids ?? {}).flat();
  await endChildren(serverPids);
  await servers?.stop();
  // A run may have started one more child before it noticed.
  await endChildren([]);
}
