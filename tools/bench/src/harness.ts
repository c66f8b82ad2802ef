import { resolve } from "node:path";
import { endChildren } from "@rewards/lab/children";
import { createProgress, type StoppableProgress } from "@rewards/lab/progress";
import { awaitSignal } from "@rewards/lab/signal";
import { describeMachine, readMachine } from "./measure/machine.ts";
import { startLoad } from "./process/asked.ts";
import { formatReport, writeReport } from "./report/write.ts";
import type { BenchCommand } from "./runs/command.ts";
import { type Servers, startServers } from "./servers.ts";

/** What every command takes. */
export interface HarnessOptions {
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Settings of an embedded Postgres, over those that it has otherwise. */
  readonly postgres?: Readonly<Record<string, string>>;
  readonly out: string;
  readonly cpuProf?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs one command on servers of its own, or on given ones, and takes everything down again.
 * @returns the exit code: 0 when every run was valid, 1 when one was void or a bar that must hold does not, 128 + n after
 * signal n.
 */
export async function runBench<Options>(
  command: BenchCommand<Options>,
  options: Options,
  harness: HarnessOptions,
  env: Env,
): Promise<number> {
  const interrupted = awaitSignal();
  const progress = createProgress(process.stderr);
  const starting = startServers({ ...harness, path: env["PATH"] });
  const work = async () => runOn(await starting, { command, options, harness, env, progress });
  const failed = (error: unknown): number => {
    progress.stop();
    process.stderr.write(`bench ${command.name}: ${describeError(error)}\n`);
    return 1;
  };
  // Once interrupted, how the run fails tells nobody anything.
  const code = await Promise.race([interrupted, work()]).catch(failed);
  progress.stop();
  return endAll(starting).then(() => code, failed);
}

/** The message, or the code where a connection failed by several addresses: such an error has no message. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

interface Work<Options> {
  readonly command: BenchCommand<Options>;
  readonly options: Options;
  readonly harness: HarnessOptions;
  readonly env: Env;
  readonly progress: StoppableProgress;
}

async function runOn<Options>(servers: Servers, work: Work<Options>): Promise<number> {
  const { command, options, harness, env, progress } = work;
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  const machine = await readMachine(servers);
  const load = await startLoad();
  const nodeArgs = harness.cpuProf ? ["--cpu-prof", `--cpu-prof-dir=${resolve(harness.cpuProf)}`] : [];
  const report = await command.run({ servers, load, env, nodeArgs }, options, progress);
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
  return command.failsByBars && report.bars.some(({ holds }) => !holds) ? 1 : 0;
}

/** Children first, since they use the servers. */
async function endAll(starting: Promise<Servers>): Promise<void> {
  // What was cut short fails now, and that says nothing.
  process.on("unhandledRejection", () => undefined).on("uncaughtException", () => undefined);
  const servers = await starting.catch(() => undefined);
  const serverPids = Object.values(servers?.pids ?? {}).flat();
  await endChildren(serverPids);
  await servers?.stop();
  // A run may have started one more before it noticed.
  await endChildren([]);
}
