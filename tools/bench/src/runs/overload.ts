import { setTimeout as delay } from "node:timers/promises";
import { atLeast, booksHold, exactly, formatCount, formatFigure, formatPercent } from "@rewards/lab/report/report";
import type { Sql } from "postgres";
import { countAnswers } from "../load/load.run.ts";
import { postedSales } from "../measure/database.ts";
import { type Cells, type Figures, figureOf, mbPerMib, tableOf } from "../measure/figures.ts";
import { defineRun, type OptionValues, positive, warmUpOption, whole } from "../run/command.ts";
import { measureRun, type SalesSpec, warmUp } from "../run/sales.ts";
import { type Bench, withSession } from "../run/session.ts";

const factor = 2;
const goodputPercentMin = 80;
const peakConnections = 256;
/** Shorter than the lock timeout of the gateway's statements, so that the sales it holds are stored in the end. */
const storeAwayMs = 6_000;

const options = {
  seconds: positive("seconds of overload", 20, 3),
  peakSeconds: positive("seconds for measuring the peak", 8, 2),
  warmUp: warmUpOption,
  // The gateway holds 1,000 sales and 500 under way; the others wait outside. Many more cost the service by their number.
  connections: whole("HTTP connections", 3_500, 2_000),
  members: whole("members who buy", 10_000),
};
type Options = OptionValues<typeof options>;

export const overload = defineRun({
  name: "overload",
  summary: "throughput at twice the load that the service can take",
  options,
  async measure(bench: Bench, given) {
    bench.say("the peak, closed loop");
    const peak = await measureRun(bench, { ...given, seconds: given.peakSeconds, connections: peakConnections });
    const offered = figureOf(peak, "Sales/s") * factor;
    bench.say(`${formatCount(offered)} sales/s, ${factor} times the peak`);
    const under = await offer(bench, given, { seconds: given.seconds, perSecond: offered });
    bench.say("refusals alone");
    return { peak, offered, under, refusals: await measureRefusals(bench, given, figureOf(peak, "API")) };
  },
  tables: ({ peak, offered, under, refusals }) => [
    tableOf(
      "Sales a second, and latency of those accepted (ms)",
      ["", "Offered", "Posted", "Refused", "POST p50", "POST p99", "POST max", "API peak MiB"],
      [
        ["Peak, closed loop", rowOf(peak, figureOf(peak, "Sales/s"))],
        [
          "Overload, open loop",
          {
            ...rowOf(under.figures, under.goodputPerSecond),
            Offered: formatCount(offered),
            Refused: formatPercent(under.refused / under.answers),
          },
        ],
      ],
      [
        `Of ${formatCount(under.answers)} answers under overload ${formatCount(under.accepted)} were 201 and ${formatCount(under.refused)} were 503.`,
        "Latency counts from when a request was due; a sale that is accepted waits behind as many as the gateway holds.",
        `A refusal takes the API ${formatFigure(refusals.apiMicroseconds)} µs, and a sale at the peak ${formatFigure(figureOf(peak, "API"))}: measured by itself, over ${formatCount(refusals.refused)} refusals while no sale could be stored.`,
      ],
    ),
  ],
  bars({ peak, under, refusals }) {
    const percent = (under.goodputPerSecond / figureOf(peak, "Sales/s")) * 100;
    return [
      atLeast("goodput under overload, of the peak", goodputPercentMin, "%", percent),
      exactly("answers other than 201 and 503", 0, under.otherAnswers + refusals.otherAnswers),
      exactly("refusals without Retry-After", 0, under.withoutRetryAfter + refusals.withoutRetryAfter),
      exactly("accepted sales posted", under.accepted, under.posted),
      booksHold,
    ];
  },
});

const rowOf = (figures: Figures, posted: number): Cells => ({
  ...figures,
  Posted: formatCount(posted),
  "API peak MiB": figureOf(figures, "API MB") / mbPerMib,
});

/** Offers sales to a warm service; reads the figures after every one is answered, and the accepted ones are posted. */
const offer = (bench: Bench, given: Options, pace: Pick<SalesSpec, "seconds" | "perSecond">, isStoreAway = false) =>
  withSession(bench, { members: given.members }, async (session) => {
    const { sql } = session;
    await warmUp(session, { ...given, connections: peakConnections });
    const storeIsBack = isStoreAway ? lockSales(sql) : undefined;
    const { result, figures } = await session.measure({ connections: given.connections, ...pace });
    await storeIsBack;
    const [row] = await sql<{ posted: number }[]>`select count(*)::int as posted from (${postedSales(sql, "sale")}) s`;
    const posted = row?.posted ?? 0;
    const { accepted, withoutRetryAfter, statuses } = result;
    const answers = countAnswers(result);
    const refused = statuses[503] ?? 0;
    const otherAnswers = answers - refused - (statuses[201] ?? 0);
    const goodputPerSecond = posted / (await session.readPosted()).seconds;
    return { figures, answers, accepted, refused, otherAnswers, withoutRetryAfter, posted, goodputPerSecond };
  });

/** Locks the table of sales, so that the gateway fills up and then only refuses. */
const lockSales = (sql: Sql) =>
  sql.begin(async (tx) => {
    await tx`lock table sale in exclusive mode`;
    await delay(storeAwayMs);
  });

/** The cost of refusals by themselves: without that of the sales that the gateway holds, at the cost of the peak. */
async function measureRefusals(bench: Bench, given: Options, acceptedMicroseconds: number) {
  const found = await offer(bench, given, { seconds: storeAwayMs / 1000 }, true);
  const microseconds = (figureOf(found.figures, "API") - acceptedMicroseconds) * found.accepted;
  return { ...found, apiMicroseconds: microseconds / found.refused };
}
