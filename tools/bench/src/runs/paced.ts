import { atMost, booksHold } from "@rewards/lab/report/bars";
import { spreadOf } from "../measure/statistics.ts";
import { defineRun } from "../run/define.ts";
import { buyers, list, positive, whole } from "../run/options.ts";
import { column, lagColumns, postColumns, rateName, salesOf, warmUpOption } from "../run/sales.ts";
import { measureRounds, medianTable } from "../run/turns.ts";

/** What a till, and a customer who reads her balance, wait for, by sales per second. */
const promises = [
  { perSecond: 5_000, postMsMax: 25, lagMsMax: 50 },
  { perSecond: 400, postMsMax: 15, lagMsMax: 20 },
];
const shown = ["p50", "p99", "p999"] as const;

export const paced = defineRun({
  name: "paced",
  summary: "latency of answer and posting at fixed rates of sales",
  title: "Latency at fixed rates",
  options: {
    rates: list("sales a second", [400, 2_000, 5_000], [400]),
    seconds: positive("seconds of each run", 30, 3),
    warmUp: warmUpOption,
    rounds: whole("rounds over all rates; medians are shown", 3, 1),
    ...buyers(),
  },
  steps: ({ rates, rounds }) => rates.length * rounds,
  async measure(bench, options, progress) {
    const specs = options.rates.map((rate) => [rateName(rate), salesOf({ ...options, rate })] as const);
    return { runs: await measureRounds(bench, Object.fromEntries(specs), options.rounds, progress) };
  },
  tables: ({ runs }, { rounds, seconds }) => [
    medianTable(
      "Latency by rate",
      runs,
      [...postColumns(...shown, "max"), ...lagColumns(...shown), column.cpu],
      [
        "POST to 201, and lag from the sale's row to the commit of its entry, in ms; CPU in µs a sale.",
        `Open loop: latency counts from when a request was due. Medians of ${rounds} rounds of ${seconds} s.`,
        "Batches are small at low rates, so a sale costs more CPU there.",
      ],
    ),
  ],
  bars: ({ runs }) => [
    ...promises.flatMap(({ perSecond, postMsMax, lagMsMax }) => {
      const own = runs[rateName(perSecond)];
      if (!own) return [];
      const median = (of: "postMs" | "lagMs") => spreadOf(own.map((run) => run[of].p99)).median;
      return [
        atMost(`POST p99 at ${rateName(perSecond)}`, postMsMax, "ms", median("postMs")),
        atMost(`lag p99 at ${rateName(perSecond)}`, lagMsMax, "ms", median("lagMs")),
      ];
    }),
    booksHold,
  ],
});
