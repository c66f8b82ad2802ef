import { atMost, booksHold, formatFigure } from "@rewards/lab/report/report";
import { defineRun, list, roundOptions } from "../run/command.ts";
import type { Bench } from "../run/session.ts";
import { measureRounds, medianOf, spreadTable } from "../run/turns.ts";

/** What a till, and a customer who reads her balance, wait for, by sales per second. */
const promises = [
  { perSecond: 5_000, postMsMax: 25, lagMsMax: 50 },
  { perSecond: 400, postMsMax: 15, lagMsMax: 20 },
];

const rateName = (perSecond: number) => `${formatFigure(perSecond)} sales/s`;

export const paced = defineRun({
  name: "paced",
  summary: "latency of answer and posting at fixed rates of sales",
  options: { ...roundOptions(3, 30), rates: list("sales a second", [400, 2_000, 5_000], [400]) },
  measure(bench: Bench, options) {
    const specs = options.rates.map((perSecond) => [rateName(perSecond), { ...options, perSecond }] as const);
    return measureRounds(bench, Object.fromEntries(specs), options.rounds);
  },
  tables: (runs, { rounds, seconds }) => [
    spreadTable(
      "Latency by rate",
      runs,
      ["POST p50", "POST p99", "POST p99.9", "POST max", "Lag p50", "Lag p99", "Lag p99.9", "CPU"],
      [
        "POST to 201, and lag from the sale's row to the commit of its entry, in ms; CPU in µs a sale.",
        `Open loop: latency counts from when a request was due. Medians of ${rounds} rounds of ${seconds} s.`,
        "Batches are small at low rates, so a sale costs more CPU there.",
      ],
    ),
  ],
  bars: (runs) => [
    ...promises.flatMap(({ perSecond, postMsMax, lagMsMax }) => {
      const rate = rateName(perSecond);
      if (!runs[rate]) return [];
      return [
        atMost(`POST p99 at ${rate}`, postMsMax, "ms", medianOf(runs, rate, "POST p99")),
        atMost(`lag p99 at ${rate}`, lagMsMax, "ms", medianOf(runs, rate, "Lag p99")),
      ];
    }),
    booksHold,
  ],
});
