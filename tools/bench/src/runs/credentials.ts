import { count, positiveNumber, wholeNumber } from "@rewards/lab/options";
import { atMost, booksHold } from "@rewards/lab/report/bars";
import type { Bar, Table } from "@rewards/lab/report/report";
import { Option } from "commander";
import { parts } from "../measure/processes.ts";
import { spreadOf } from "../measure/statistics.ts";
import type { Credential } from "../subject/callers.ts";
import type { BenchCommand } from "./command.ts";
import { partLabels } from "./figures.ts";
import { type RunSpec, warmUpSecondsDefault } from "./measure.ts";
import { type Column, measureTurns, type RunsByName, spreadRows, timesOf } from "./rounds.ts";

interface CredentialsOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly clients: number;
  readonly connections: number;
  readonly members: number;
  readonly only: readonly Credential[];
}

const without = "Without";
const labels: Readonly<Record<Credential, string>> = { key: "With keys", token: "With tokens" };
const credentialNames = Object.keys(labels) as Credential[];

/** The most CPU that a sale with a credential may take, relative to one without. */
const cpuTimesMax = 1.03;

export const credentials: BenchCommand<CredentialsOptions> = {
  name: "credentials",
  summary: "what credentials, rights and limits add to a sale",
  options: (command) =>
    command
      .option("--rounds <n>", "rounds over all variants", count, 30)
      .option("--seconds <n>", "seconds of each run", positiveNumber, 3)
      .option("--warm-up <n>", "seconds of load before it", positiveNumber, warmUpSecondsDefault)
      .option("--clients <n>", "clients who send the calls; they have the default limits", wholeNumber(1, 10_000), 32)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--members <n>", "members who buy", count, 10_000)
      .addOption(
        new Option("--only <credentials...>", "what clients send").choices(credentialNames).default(credentialNames),
      ),
  async run(bench, options, progress) {
    const specs = specsOf(options);
    progress.begin(Object.keys(specs).length * (options.rounds + 1));
    const runs = await measureTurns(bench, specs, options.rounds, progress);
    return {
      name: "credentials",
      title: "Sales of clients with credentials",
      tables: [figureTable(runs, options), timesTable(runs, options)],
      bars: [...options.only.map((credential) => barOf(runs, credential)), booksHold],
      data: { options, runs },
    };
  },
};

function specsOf({ seconds, warmUp, clients, connections, members, only }: CredentialsOptions) {
  const pace = { kind: "closed", seconds } as const;
  const spec: RunSpec = {
    subject: "product",
    workload: "uniform",
    pace,
    warmUpSeconds: warmUp,
    connections,
    members,
  };
  const withCredentials = only.map((credential) => [labels[credential], { ...spec, callers: { credential, clients } }]);
  return { [without]: spec, ...(Object.fromEntries(withCredentials) as Record<string, RunSpec>) };
}

const columns: readonly Column[] = [
  ["Sales/s", (run) => run.salesPerSecond],
  ...parts.map((part): Column => [partLabels[part], (run) => run.cpu[part]]),
  ["Sum", (run) => run.cpu.total],
  ["POST p99", (run) => run.postMs.p99],
  ["Load gen.", (run) => run.cpu.load],
];
const titles = ["", ...columns.map(([title]) => title)];

function figureTable(runs: RunsByName, { rounds, seconds, clients }: CredentialsOptions): Table {
  return {
    title: "CPU in µs a sale, latency in ms",
    columns: titles,
    rows: spreadRows(Object.keys(runs), (name) => columns.map(([, read]) => spreadOf((runs[name] ?? []).map(read)))),
    notes: [
      `Closed loop, in turns of services that all run, medians and ranges of ${rounds} rounds of ${seconds} s.`,
      `With: AUTH=required, ${clients} clients with the rights of a till, and the default limits.`,
    ],
  };
}

function timesTable(runs: RunsByName, { only }: CredentialsOptions): Table {
  const names = only.map((credential) => labels[credential]);
  return {
    title: "As so many times the figure without: the median of the rounds, and the range",
    columns: titles,
    rows: spreadRows(names, (name) => columns.map(([, read]) => spreadOf(timesOf(runs, name, without, read))), 3),
  };
}

function barOf(runs: RunsByName, credential: Credential): Bar {
  const name = labels[credential];
  const { median } = spreadOf(timesOf(runs, name, without, (run) => run.cpu.total));
  return atMost(`CPU a sale ${name.toLowerCase()}, against that without`, cpuTimesMax, "times", median);
}
