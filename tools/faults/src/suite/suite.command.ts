import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { endChildren } from "@rewards/lab/children";
import { createProgress } from "@rewards/lab/progress";
import { awaitSignal } from "@rewards/lab/signal";
import type { QueueBackend } from "@rewards/queue";
import { wrap } from "@rewards/runtime";
import { type Fault, isOn } from "../faults/fault.ts";
import { faults } from "../faults/index.ts";
import { topologyFaults } from "../faults/topologies.ts";
import type { Guard } from "../guards/guard.ts";
import { guards } from "../guards/index.ts";
import { topologyGuards } from "../guards/topology.ts";
import { formatBreaks, formatSums, sumFaults } from "../report.ts";
import { openServers, type RoundServers } from "../servers/servers.ts";
import { type RoundReport, runSuite, type SuiteOptions } from "./suite.run.ts";

const settleMsMax = 60_000;
/** The faults of processes and single servers, and those between servers. */
export const decks = { process: faults, topology: topologyFaults } as const satisfies Record<string, readonly Fault[]>;
export const allGuards: readonly Guard[] = [...guards, ...topologyGuards];
const print = (lines: readonly string[]) => void process.stdout.write(`${lines.join("\n")}\n`);

export interface CommandOptions {
  readonly rounds: number;
  readonly from: number;
  readonly seed?: string;
  readonly backend: "redis" | "postgres" | "both";
  readonly partitions: number;
  readonly deck: keyof typeof decks;
  readonly fault?: readonly Fault[];
  readonly without?: Guard;
  readonly list?: true;
  readonly out?: string;
}

/** What is wrong with the options together; undefined if nothing is. */
export const problemOf = ({ partitions, backend }: Pick<CommandOptions, "partitions" | "backend">) =>
  partitions > 1 && backend !== "redis" ? "a queue on Postgres has no partitions: add --backend redis" : undefined;

/**
 * What `npm run faults` does.
 * @returns the exit code: 0 if nothing broke, 1 if something did, 128 + n after signal n.
 */
export async function runCommand(options: CommandOptions, path: string | undefined): Promise<number> {
  if (options.list) {
    print(listAll());
    return 0;
  }
  const open: RoundServers[] = [];
  const cut = new AbortController();
  const code = await Promise.race([awaitSignal(), runAll(options, path, { open, signal: cut.signal })]);
  cut.abort();
  // An interrupted run leaves processes; end those that use the servers first.
  const serverPids = open.flatMap(({ postgres, redis }) => [postgres.pid(), redis?.pid() ?? 0]);
  await endChildren(serverPids);
  for (const servers of open) await servers.stop();
  await endChildren([]);
  return code;
}

/** State that a run and its interruption share. */
interface Run {
  readonly open: RoundServers[];
  readonly signal: AbortSignal;
}

async function runAll(options: CommandOptions, path: string | undefined, run: Run): Promise<number> {
  const { seed = randomBytes(4).toString("hex"), partitions, without, out } = options;
  const chosen = options.fault ?? decks[options.deck].filter(({ name }) => without?.faults.includes(name) ?? true);
  const logFolder = mkdtempSync(join(tmpdir(), "rewards-faults-log-"));
  const startedAt = new Date().toISOString();
  const divided = partitions > 1 ? `, the queue in ${partitions} partitions` : "";
  print([`Seed ${seed}${divided}${without ? `, without ${without.summary}` : ""}`]);
  const suite = { ...options, seed, faults: chosen, path, logFolder, settleMsMax, stopAtBreak: without !== undefined };
  const reports = await runBackends(options.backend, suite, run);
  const broken = reports.filter(({ findings }) => findings.length > 0).length;
  if (broken === 0 || run.signal.aborted) rmSync(logFolder, { recursive: true, force: true });
  // Findings of an interrupted run come only from the interruption.
  if (run.signal.aborted) return 1;
  const sums = sumFaults(chosen, reports);
  print([...formatSums(sums, reports), ...formatBreaks(reports, againOf(options, seed)), "", verdict(reports, broken)]);
  const report = { seed, partitions, startedAt, sums, rounds: reports };
  if (out) writeFileSync(resolve(out), `${JSON.stringify(report, null, 2)}\n`);
  return broken === 0 ? 0 : 1;
}

async function runBackends(
  backend: CommandOptions["backend"],
  suite: Omit<SuiteOptions, "onRound">,
  { open, signal }: Run,
): Promise<RoundReport[]> {
  const all: readonly QueueBackend[] = backend === "both" ? ["redis", "postgres"] : [backend];
  const backends = all.filter((one) => suite.faults.some((fault) => isOn(fault, one)));
  const progress = createProgress(process.stderr);
  progress.begin(suite.rounds * backends.length);
  const reports: RoundReport[] = [];
  for (const one of backends) {
    const servers = await openServers(one, suite.path);
    open.push(servers);
    const onRound = (names: readonly string[]) => progress.step(`${one}: ${names.join(", ")}`);
    reports.push(...(await runSuite(servers, { ...suite, onRound, signal })));
    open.pop();
    await servers.stop();
  }
  progress.stop();
  return reports;
}

/** The options that deal the same rounds again. */
export function againOf(
  { deck, partitions, fault, without }: Pick<CommandOptions, "deck" | "partitions" | "fault" | "without">,
  seed: string,
): string {
  const divided = partitions > 1 ? ` --partitions ${partitions}` : "";
  const from = deck === "process" ? divided : `${divided} --deck ${deck}`;
  const chosen = fault ? ` --fault ${fault.map(({ name }) => name).join(",")}` : "";
  return `--seed ${seed}${from}${chosen}${without ? ` --without ${without.name}` : ""}`;
}

function verdict(reports: readonly RoundReport[], broken: number): string {
  const minutes = (reports.reduce((sum, one) => sum + one.tookMs, 0) / 60_000).toFixed(1);
  if (broken > 0) return `${broken} of ${reports.length} rounds BROKEN, in ${minutes} min.`;
  return `${reports.length} rounds in ${minutes} min: nothing lost, nothing doubled, no answer untrue, the books in order.`;
}

function listAll(): string[] {
  const wrapped = (text: string) => wrap(text, "  ");
  return [
    "Faults:",
    ...[...faults, ...topologyFaults].flatMap(({ name, number, backends, summary }) => {
      const where = backends ? `, on ${backends.join()} alone` : "";
      return wrapped(`${name} (${number}${where}): ${summary}`);
    }),
    "Guards, for --without:",
    ...allGuards.flatMap(({ name, summary }) => wrapped(`${name}: ${summary}`)),
  ];
}
