import { type Command as Commander, InvalidArgumentError, Option } from "commander";
import type { WorkloadName } from "../load/workload.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";

/** What is compared is a sale's way from POST to ledger, so these workloads are of sales alone. */
const compareWorkloads = ["uniform", "zipf", "hot"] as const satisfies readonly WorkloadName[];
export type CompareWorkload = (typeof compareWorkloads)[number];

export interface CompareSettings {
  readonly rounds: number;
  /** Of load in a run. */
  readonly seconds: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly members: number;
  readonly apis: number;
  readonly workers: number;
  readonly subjects: readonly SubjectName[];
  readonly workloads: readonly CompareWorkload[];
}

/** As given on the command line: what is left out has a default, which `quick` chooses. */
export type CompareOptions = Partial<CompareSettings> & { readonly quick?: true };

const defaults: CompareSettings = {
  rounds: 3,
  seconds: 10,
  warmUp: 3,
  connections: 256,
  members: 10_000,
  apis: 1,
  workers: 1,
  subjects: Object.keys(subjects) as SubjectName[],
  workloads: compareWorkloads,
};

const quickDefaults: CompareSettings = {
  ...defaults,
  rounds: 1,
  seconds: 3,
  warmUp: 2,
  subjects: ["product", "naive", "competent"],
  workloads: ["uniform", "hot"],
};

export function settingsOf({ quick, ...given }: CompareOptions): CompareSettings {
  return { ...(quick ? quickDefaults : defaults), ...given };
}

/**
 * Seconds of load in a run. Peers answer sales of one member much faster than they post them, and what is left drains for
 * a minute: half the time for all of them, ours too. A bound on the sales of peers alone would shorten the drain as well,
 * but was measured to take 8 % of their sales a second.
 */
export function secondsOf({ seconds }: Pick<CompareSettings, "seconds">, workload: CompareWorkload): number {
  return workload === "hot" ? Math.ceil(seconds / 2) : seconds;
}

export function addCompareOptions(command: Commander): void {
  const or = (key: keyof CompareSettings) => `(default ${defaults[key]}; quick ${quickDefaults[key]})`;
  command
    .option("--quick", "a short comparison, whose figures are for developing alone")
    .option("--rounds <n>", `rounds, each of all workloads and subjects ${or("rounds")}`, wholeNumber(1, 100))
    .option("--seconds <n>", `seconds of load in a run, half of them for hot ${or("seconds")}`, wholeNumber(1, 600))
    .option("--warm-up <n>", `seconds of load before it ${or("warmUp")}`, wholeNumber(1, 600))
    .option("--connections <n>", `HTTP connections (default ${defaults.connections})`, wholeNumber(1, 10_000))
    .option("--members <n>", `members who buy (default ${defaults.members})`, wholeNumber(1, 1_000_000))
    .option("--apis <n>", `API processes of each subject (default ${defaults.apis})`, wholeNumber(1, 64))
    .option("--workers <n>", `worker processes of each subject (default ${defaults.workers})`, wholeNumber(1, 64))
    .addOption(new Option("--subjects <names...>", "what to compare (default all)").choices(defaults.subjects))
    .addOption(new Option("--workloads <names...>", "what to send (default all)").choices(defaults.workloads));
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`);
  };
}
