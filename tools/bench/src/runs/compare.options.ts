import { wholeNumber } from "@rewards/lab/options";
import { type Command as Commander, Option } from "commander";
import type { WorkloadName } from "../load/workload.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";
import { warmUpSecondsDefault } from "./measure.ts";

/** The comparison covers a sale's path from POST to ledger, so it uses only workloads of sales. */
const compareWorkloads = ["uniform", "zipf", "hot"] as const satisfies readonly WorkloadName[];
export type CompareWorkload = (typeof compareWorkloads)[number];

export interface CompareSettings {
  readonly rounds: number;
  /** Seconds of load in a run. */
  readonly seconds: number;
  /** Seconds of load before the run. */
  readonly warmUp: number;
  readonly connections: number;
  readonly members: number;
  readonly apis: number;
  readonly workers: number;
  readonly subjects: readonly SubjectName[];
  readonly workloads: readonly CompareWorkload[];
}

/** As given on the command line. Missing options have defaults, which `quick` changes. */
export type CompareOptions = Partial<CompareSettings> & { readonly quick?: true };

const defaults: CompareSettings = {
  rounds: 3,
  seconds: 10,
  warmUp: warmUpSecondsDefault,
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

export function addCompareOptions(command: Commander): void {
  const or = (key: keyof CompareSettings) => `(default ${defaults[key]}; quick ${quickDefaults[key]})`;
  command
    .option("--quick", "a short comparison, whose figures are only for development")
    .option("--rounds <n>", `rounds, each of all workloads and subjects ${or("rounds")}`, wholeNumber(1, 100))
    .option("--seconds <n>", `seconds of load in a run ${or("seconds")}`, wholeNumber(1, 600))
    .option("--warm-up <n>", `seconds of load before it ${or("warmUp")}`, wholeNumber(1, 600))
    .option("--connections <n>", `HTTP connections (default ${defaults.connections})`, wholeNumber(1, 10_000))
    .option("--members <n>", `members who buy (default ${defaults.members})`, wholeNumber(1, 1_000_000))
    .option("--apis <n>", `API processes of each subject (default ${defaults.apis})`, wholeNumber(1, 64))
    .option("--workers <n>", `worker processes of each subject (default ${defaults.workers})`, wholeNumber(1, 64))
    .addOption(new Option("--subjects <names...>", "what to compare (default all)").choices(defaults.subjects))
    .addOption(new Option("--workloads <names...>", "what to send (default all)").choices(defaults.workloads));
}
