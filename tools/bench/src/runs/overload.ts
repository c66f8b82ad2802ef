import { setTimeout as delay } from "node:timers/promises";
import { atLeast, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure, formatPercent } from "@rewards/lab/report/number";
import { closed, countAnswers, type LoadResult, type Pace, paced } from "../load/load.spec.ts";
import { expectBooksOk, postedSales, readLag } from "../measure/database.ts";
import { mbPerMib } from "../measure/processes.ts";
import { defineRun } from "../run/define.ts";
import { type Cells, type Figures, figureOf, tableOf } from "../run/figures.ts";
import { type OptionValues, positive, whole } from "../run/options.ts";
import { measureRun, salesOf, warmUp, warmUpOption } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";

/** The offered load, as a multiple of the peak. */
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
  title: "Overload",
  options,
  steps: () => 3,
  async measure(bench, given) {
    bench.step("the peak, closed loop");
    const peak = await measureRun(
      bench,
      salesOf({ ...given, seconds: given.peakSeconds, connections: peakConnections }),
    );
    const offered = figureOf(peak, "Sales/s") * factor;
    bench.step(`${formatCount(offered)} sales/s, ${factor} times the peak`);
    const under = await measureOverload(bench, given, paced(given.seconds, offered));
    bench.step("refusals alone");
    return { peak, offered, under, refusals: await measureRefusals(bench, given, figureOf(peak, "API")) };
  },
  tables: ({ peak, offered, under: { figures, posted, ...under }, refusals }) => [
    tableOf(
      "Sales a second, and latency of those accepted (ms)",
      ["", "Offered", "Posted", "Refused", "POST p50", "POST p99", "POST max", "API peak MiB"],
      [
        ["Peak, closed loop", rowOf(peak, figureOf(peak, "Sales/s"))],
        [
          "Overload, open loop",
          {
            ...rowOf(figures, under.goodputPerSecond),
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

/** Open loop at a fixed rate; reads the figures after every sale is answered and posted. */
const measureOverload = (bench: Bench, given: Options, pace: Pace) =>
  withWarmSession(bench, given, async (session) => {
    const { sql } = session;
    const { result, figures } = await session.measure({ connections: given.connections, pace });
    await expectBooksOk(session.databaseUrl);
    const [row] = await sql<{ posted: number }[]>`select count(*)::int as posted from (${postedSales(sql, "sale")}) s`;
    const posted = row?.posted ?? 0;
    const { seconds } = await readLag(sql, postedSales(sql, "sale"));
    return { figures, ...sortAnswers(result), posted, goodputPerSecond: posted / seconds };
  });

/**
 * The cost of refusals when the service does nothing else. Locks the table of sales, so that the gateway fills up and
 * then only refuses. Subtracts the CPU of the sales that it holds, at the cost measured at the peak.
 */
const measureRefusals = (bench: Bench, given: Options, acceptedMicroseconds: number) =>
  withWarmSession(bench, given, async (session) => {
    const storeIsBack = session.sql.begin(async (tx) => {
      await tx`lock table sale in exclusive mode`;
      await delay(storeAwayMs);
    });
    const pace = closed(storeAwayMs / 1000);
    const { result, figures } = await session.measure({ connections: given.connections, pace });
    await storeIsBack;
    await expectBooksOk(session.databaseUrl);
    const answers = sortAnswers(result);
    const microseconds = (figureOf(figures, "API") - acceptedMicroseconds) * result.accepted;
    return { ...answers, apiMicroseconds: microseconds / answers.refused };
  });

const withWarmSession = <T>(bench: Bench, given: Options, use: (session: Session) => Promise<T>): Promise<T> =>
  withSession(bench, { members: given.members }, async (session) => {
    await warmUp(session, salesOf({ ...given, connections: peakConnections }));
    return use(session);
  });

function sortAnswers(result: LoadResult) {
  const { accepted, withoutRetryAfter } = result;
  const answers = countAnswers(result);
  const refused = result.statuses[503] ?? 0;
  return {
    accepted,
    withoutRetryAfter,
    answers,
    refused,
    otherAnswers: answers - refused - (result.statuses[201] ?? 0),
  };
}
