import { atMost, booksHold } from "@rewards/lab/report/report";
import { cpuColumns } from "../measure/figures.ts";
import { defineRun, flag, roundOptions } from "../run/command.ts";
import { expectAllAccepted } from "../run/sales.ts";
import type { Bench } from "../run/session.ts";
import { type MeasureTurn, measureTurns, medianTimesOf, turnNote, turnTables } from "../run/turns.ts";

const [without, withKeys, withTokens] = ["Without", "With keys", "With tokens"];
/** They share the connections, so that none of them reaches a default limit. */
const clients = 32;
/** The most CPU that a call with a credential may take, relative to one without. */
const cpuTimesMax = { sale: 1.03, read: 1.05 };
const called = ({ reads }: { readonly reads: boolean }) => (reads ? "read" : "sale");
const perSecond = "a second";

const measureReads: MeasureTurn = async ({ session, spec: { workload, connections, seconds } }, prefix) => {
  const load = { ...(workload && { workload }), prefix, connections, seconds };
  const { result, figures } = await session.measure(load);
  expectAllAccepted(result);
  return { ...figures, [perSecond]: result.accepted / result.seconds };
};

export const credentials = defineRun({
  name: "credentials",
  summary: "what credentials, rights and limits add to a sale, or to a read",
  options: { ...roundOptions(30, 3), reads: flag("reads members' balances instead of sending sales") },
  async measure(bench: Bench, { reads, ...options }) {
    const load = { ...options, ...(reads && ({ workload: "balances-view", hasOtherEntries: true } as const)) };
    const specs = {
      [without]: load,
      [withKeys]: { ...load, callers: { credential: "key", clients } },
      [withTokens]: { ...load, callers: { credential: "token", clients } },
    } as const;
    return { runs: await measureTurns(bench, specs, options.rounds, reads ? measureReads : undefined) };
  },
  tables: ({ runs }, options) =>
    turnTables(
      `CPU in µs a ${called(options)}, latency in ms`,
      runs,
      [options.reads ? perSecond : "Sales/s", ...cpuColumns, "POST p99", "Load gen."],
      [turnNote(options), `With: AUTH=required, ${clients} clients with the rights of a till, and the default limits.`],
    ),
  bars: ({ runs }, options) => [
    ...[withKeys, withTokens].map((variant) => {
      const name = `CPU a ${called(options)} ${variant.toLowerCase()}, against that without`;
      return atMost(name, cpuTimesMax[called(options)], "times", medianTimesOf(runs, variant, without, "CPU"));
    }),
    booksHold,
  ],
});
