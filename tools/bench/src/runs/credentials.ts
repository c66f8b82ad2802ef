import { atMost, booksHold } from "@rewards/lab/report/bars";
import { spreadOf } from "../measure/statistics.ts";
import { defineRun } from "../run/define.ts";
import { buyers, positive, some, whole } from "../run/options.ts";
import { column, cpuColumns, type RunSpec, salesOf, warmUpOption } from "../run/sales.ts";
import { measureTurns, timesOf, turnSteps, turnTables } from "../run/turns.ts";

const without = "Without";
const labels = { key: "With keys", token: "With tokens" } as const;

/** The most CPU that a sale with a credential may take, relative to one without. */
const cpuTimesMax = 1.03;

export const credentials = defineRun({
  name: "credentials",
  summary: "what credentials, rights and limits add to a sale",
  title: "Sales of clients with credentials",
  options: {
    rounds: whole("rounds over all variants", 30, 1),
    seconds: positive("seconds of each run", 3),
    warmUp: warmUpOption,
    clients: whole("clients who send the calls; they have the default limits", 32, 32, 10_000),
    ...buyers(),
    only: some("what clients send", ["key", "token"] as const),
  },
  steps: ({ only, rounds }) => turnSteps(1 + only.length, rounds),
  async measure(bench, options, progress) {
    const spec = salesOf(options);
    const withCredentials = options.only.map((credential): [string, RunSpec] => [
      labels[credential],
      { ...spec, callers: { credential, clients: options.clients } },
    ]);
    const specs = { [without]: spec, ...Object.fromEntries(withCredentials) };
    return { runs: await measureTurns(bench, specs, options.rounds, progress) };
  },
  tables: ({ runs }, { rounds, seconds, clients }) =>
    turnTables(
      "CPU in µs a sale, latency in ms",
      runs,
      [column.sales, ...cpuColumns, column.cpu, column.postP99, column.load],
      [
        `Closed loop, in turns of services that all run, medians and ranges of ${rounds} rounds of ${seconds} s.`,
        `With: AUTH=required, ${clients} clients with the rights of a till, and the default limits.`,
      ],
    ),
  bars: ({ runs }, { only }) => [
    ...only.map((credential) => {
      const { median } = spreadOf(timesOf(runs, labels[credential], without, column.cpu[1]));
      const name = `CPU a sale ${labels[credential].toLowerCase()}, against that without`;
      return atMost(name, cpuTimesMax, "times", median);
    }),
    booksHold,
  ],
});
