import { addPartitions, enablePartitions, partitionLedger } from "@rewards/db";
import type { Progress } from "@rewards/lab/progress";
import type { Bar, Table } from "@rewards/lab/report/report";
import postgres from "postgres";
import { parts } from "../measure/processes.ts";
import { spreadOf } from "../measure/statistics.ts";
import { boundBar } from "./expiry.cost.ts";
import { partLabels } from "./figures.ts";
import type { Bench, RunSpec } from "./measure.ts";
import type { PartitionOptions } from "./partitions.options.ts";
import { type Column, measureTurns, type RunsByName, spreadRows, timesOf } from "./rounds.ts";

/** The most CPU that a sale may take with partitions, relative to one without. */
const timesMax = 1.05;

const whole = "One table";
const partitioned = "Partitions";

/** Sales at full load, in turns of two services that both run. */
export function measureCost(bench: Bench, options: PartitionOptions, progress: Progress): Promise<RunsByName> {
  const { seconds, warmUp, connections, buyers, rounds, months, ledger } = options;
  const spec: RunSpec = {
    ...{ subject: "product", workload: "uniform", pace: { kind: "closed", seconds }, warmUpSeconds: warmUp },
    ...{ members: buyers, connections },
  };
  const prepare = async (databaseUrl: string) => {
    await enablePartitions(databaseUrl);
    if (ledger > 0) await partitionLedger(databaseUrl, { partitions: ledger });
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
    await addPartitions(sql, months).finally(() => sql.end());
  };
  return measureTurns(bench, { [whole]: spec, [partitioned]: { ...spec, prepare } }, rounds, progress);
}

const columns: readonly Column[] = [
  ["Sales/s", (run) => run.salesPerSecond],
  ...parts.map((part): Column => [partLabels[part], (run) => run.cpu[part]]),
  ["Sum", (run) => run.cpu.total],
  ["POST p99", (run) => run.postMs.p99],
  ["WAL", (run) => run.walBytesPerSale],
];
const titles = ["", ...columns.map(([title]) => title)];

export function costTables(runs: RunsByName, { rounds, seconds, months, ledger }: PartitionOptions): Table[] {
  const times = ([, read]: Column) => spreadOf(timesOf(runs, partitioned, whole, read));
  return [
    {
      title: "CPU in µs a sale, latency in ms and bytes of WAL a sale",
      columns: titles,
      rows: [
        ...spreadRows([whole, partitioned], (name) =>
          columns.map(([, read]) => spreadOf((runs[name] ?? []).map(read))),
        ),
        ...spreadRows(["times"], () => columns.map(times), 3),
      ],
      notes: [
        `Closed loop, in turns of two services that both run, medians and ranges of ${rounds} rounds of ${seconds} s. Partitions: those of ${months} months ahead, the former table and the default one${ledger > 0 ? `; ${ledger} of the ledger` : ""}.`,
      ],
    },
  ];
}

export const costBar = (runs: RunsByName): Bar =>
  boundBar(
    "CPU a sale, partitions against one table",
    timesMax,
    timesOf(runs, partitioned, whole, (run) => run.cpu.total),
  );
