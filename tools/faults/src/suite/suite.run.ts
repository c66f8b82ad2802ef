import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createClosers } from "@rewards/lab/closers";
import type { QueueBackend } from "@rewards/queue";
import { rowFinding } from "../check/finding.ts";
import type { Fault } from "../faults/fault.ts";
import { dealRounds } from "../round/deck.ts";
import { type RoundOptions, type RoundResult, runRound } from "../round/round.run.ts";
import type { RoundServers } from "../servers/servers.ts";

export interface SuiteOptions extends Omit<RoundOptions, "round" | "log"> {
  /** The first round, from 0, and the number of rounds. */
  readonly from: number;
  readonly rounds: number;
  /** The value of PATH. */
  readonly path: string | undefined;
  /** Ends the run at its first break. */
  readonly stopAtBreak: boolean;
  /** Folder for the output of the processes. */
  readonly logFolder: string;
  /** After an abort, no further round begins. */
  readonly signal?: AbortSignal;
  readonly onRound: (names: readonly string[]) => void;
}

export interface RoundReport extends RoundResult {
  readonly backend: QueueBackend;
  readonly round: number;
  readonly faults: readonly string[];
  readonly tookMs: number;
  readonly logFile: string;
}

/** Runs the rounds of a seed on the servers of one backend. */
export async function runSuite(servers: RoundServers, options: SuiteOptions): Promise<RoundReport[]> {
  const { from, rounds } = options;
  mkdirSync(options.logFolder, { recursive: true });
  const dealt = dealRounds(options.faults, { ...options, backend: servers.backend, rounds: from + rounds });
  const reports: RoundReport[] = [];
  for (let round = from; round < dealt.length && !options.signal?.aborted; round += 1) {
    const report = await runOne(servers, options, round, dealt[round] ?? []);
    reports.push(report);
    if (options.stopAtBreak && report.findings.length > 0) break;
  }
  return reports;
}

async function runOne(
  servers: RoundServers,
  options: SuiteOptions,
  round: number,
  faults: readonly Fault[],
): Promise<RoundReport> {
  const { backend } = servers;
  const names = faults.map(({ name }) => name);
  options.onRound(names);
  const logFile = join(options.logFolder, `${backend}-${round}.log`);
  const log = createWriteStream(logFile);
  const startedMs = performance.now();
  const write = (line: string) => void log.write(`${line}\n`);
  const closers = createClosers();
  const result = await runRound({ ...options, faults, round, log: write }, { servers, closers, path: options.path })
    .finally(closers.close)
    .catch(failed);
  log.end();
  const tookMs = Math.round(performance.now() - startedMs);
  return { ...result, backend, round, faults: names, tookMs, logFile };
}

/** A round that could not run proves nothing, and counts as a break. */
function failed(error: unknown): RoundResult {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const finding = rowFinding("failed", "round", `the round could not be run: ${message}`);
  return { injections: [], findings: [finding], requests: 0, refused: 0, unknown: 0, backs: [] };
}
