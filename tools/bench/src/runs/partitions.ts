import { count, positiveNumber } from "@rewards/lab/options";
import { booksHold } from "@rewards/lab/report/bars";
import { Option } from "commander";
import type { BenchCommand } from "./command.ts";
import { warmUpSecondsDefault } from "./measure.ts";
import { changeBars, changeTables, measureChange } from "./partitions.change.ts";
import { costBar, costTables, measureCost } from "./partitions.cost.ts";
import { type PartitionOptions, partitionParts } from "./partitions.options.ts";

export const partitions: BenchCommand<PartitionOptions> = {
  name: "partitions",
  summary: "the change of sales to partitions under load, and what partitions add to a sale",
  options: (command) =>
    command
      .addOption(new Option("--only <parts...>", "what to measure").choices(partitionParts).default(partitionParts))
      .option("--sales <n>", "sales of the table that is changed", count, 5_000_000)
      .option("--buyers <n>", "members who buy", count, 10_000)
      .option("--rate <n>", "sales a second during the change", count, 1_000)
      .option("--seconds <n>", "seconds of each turn", positiveNumber, 8)
      .option("--warm-up <n>", "seconds of load before the first turn", positiveNumber, warmUpSecondsDefault)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--rounds <n>", "turns of the cost", count, 12)
      .option("--months <n>", "partitions of coming months, for the cost", count, 22)
      .option("--ledger <n>", "partitions of the ledger too, for the cost", count, 0),
  async run(bench, options, progress) {
    const { only, rounds } = options;
    const isChange = only.includes("change");
    const isCost = only.includes("cost");
    progress.begin((isChange ? 4 : 0) + (isCost ? 2 * (rounds + 1) : 0));
    const change = isChange ? await measureChange(bench, options, progress) : undefined;
    const runs = isCost ? await measureCost(bench, options, progress) : undefined;
    return {
      name: "partitions",
      title: "Partitions of sales",
      tables: [...(change ? changeTables(change, options) : []), ...(runs ? costTables(runs, options) : [])],
      bars: [...(change ? changeBars(change) : []), ...(runs ? [costBar(runs)] : []), booksHold],
      data: { options, change, runs },
    };
  },
};
