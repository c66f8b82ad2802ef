import { count, positiveNumber } from "@rewards/lab/options";
import { booksHold } from "@rewards/lab/report/bars";
import { Option } from "commander";
import type { BenchCommand } from "./command.ts";
import { costBar, costTables, measureCost } from "./expiry.cost.ts";
import { type ExpiryOptions, partNames } from "./expiry.options.ts";
import { measureSweep, sweepBars, sweepTables } from "./expiry.sweep.ts";
import { warmUpSecondsDefault } from "./measure.ts";

export const expiry: BenchCommand<ExpiryOptions> = {
  name: "expiry",
  summary: "what expiry and the return window add to a sale, and how fast the sweep takes expired points",
  options: (command) =>
    command
      .addOption(new Option("--only <parts...>", "what to measure").choices(partNames).default(partNames))
      .option("--before <folder>", "compare sales with another built checkout, instead of in use and not in use")
      .option("--rounds <n>", "turns of sales", count, 12)
      .option("--seconds <n>", "seconds of each turn", positiveNumber, 8)
      .option("--warm-up <n>", "seconds of load before the first turn", positiveNumber, warmUpSecondsDefault)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--buyers <n>", "members who buy", count, 10_000)
      .option("--members <n>", "members whose points the sweep takes", count, 1_000_000)
      .option("--clubs <n>", "turns of the sweep: each takes the members of one programme", count, 10)
      .option("--rate <n>", "sales a second while the sweep runs", count, 2_000)
      .option("--full-load", "as many sales as the service takes while the sweep runs, instead of --rate"),
  async run(bench, options, progress) {
    const { only, rounds, clubs } = options;
    const sales = only.includes("sales");
    const sweep = only.includes("sweep");
    progress.begin((sales ? 2 * (rounds + 1) : 0) + (sweep ? 2 * clubs + 2 : 0));
    const runs = sales ? await measureCost(bench, options, progress) : undefined;
    const turns = sweep ? await measureSweep(bench, options, progress) : undefined;
    return {
      name: "expiry",
      title: "Expiry and pending points",
      tables: [...(runs ? costTables(runs, options) : []), ...(turns ? sweepTables(turns, options) : [])],
      bars: [...(runs ? [costBar(runs, options)] : []), ...(turns ? sweepBars(turns, options) : []), booksHold],
      data: { options, runs, turns },
    };
  },
};
