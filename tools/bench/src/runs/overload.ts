import { setTimeout as delay } from "node:timers/promises";
import { atLeast, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure, formatPercent } from "@rewards/lab/report/number";
import { closed, countAnswers, type LoadResult, paced } from "../load/load.spec.ts";
import { expectBooksOk } from "../measure/database.ts";
import { parts } from "../measure/processes.ts";
import type { Quantiles } from "../measure/statistics.ts";
import { partLabels, quantileColumns, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { type OptionValues, positive, whole } from "../run/options.ts";
import { measureRun, salesOf, warmUp, warmUpOption } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";

const goodputPercentMin = 80;
const peakConnections = 256;
/** Shorter than the lock timeout of the gateway's statements, so that the sales it holds are stored in the end. */
const storeAwayMs = 6_000;

const options = {
  factor: positive("offered load as a multiple of the peak", 2),
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
  async measure(bench, given, progress) {
    progress.step("the peak, closed loop");
    const peak = await measureRun(
      bench,
      salesOf({ ...given, seconds: given.peakSeconds, connections: peakConnections }),
    );
    const perSecond = peak.salesPerSecond * given.factor;
    progress.step(`${formatCount(perSecond)} sales/s, ${given.factor} times the peak`);
    const under = await measureOverload(bench, given, perSecond);
    progress.step("refusals alone");
    return { peak, under, refusals: await measureRefusals(bench, given, peak.cpu.api) };
  },
  tables({ peak, under, refusals }) {
    const { cpuSeconds, result, answers } = under;
    const rows: Row[] = [
      { name: "Peak, closed loop", posted: peak.salesPerSecond, post: peak.postMs, mib: peak.memoryMib.api },
      {
        name: "Overload, open loop",
        offered: formatCount(under.perSecond),
        posted: under.goodputPerSecond,
        refused: formatPercent(under.refused / answers),
        post: result.latencyMs,
        mib: under.peakMib.api,
      },
    ];
    const cpu = [...parts.map((part) => cpuSeconds[part]), result.cpuMicroseconds / 1e6];
    return [
      tableOf(
        "Sales a second, and latency of those accepted (ms)",
        rows,
        [
          ["", ({ name }) => name],
          ["Offered", ({ offered = "" }) => offered],
          ["Posted", ({ posted }) => formatCount(posted)],
          ["Refused", ({ refused = "" }) => refused],
          ...quantileColumns<Row>("POST", ({ post }) => post),
          ["API peak MiB", ({ mib }) => mib],
        ],
        [
          `Of ${formatCount(answers)} answers under overload ${formatCount(result.accepted)} were 201 and ${formatCount(under.refused)} were 503.`,
          "Latency counts from when a request was due; a sale that is accepted waits behind as many as the gateway holds.",
        ],
      ),
      {
        title: "CPU under overload (s), and what an answer costs the API (µs)",
        columns: ["", ...parts.map((part) => partLabels[part]), "Load", "A sale at the peak", "A refusal"],
        rows: [["Seconds", ...[...cpu, peak.cpu.api, refusals.apiMicroseconds].map(formatFigure)]],
        notes: [
          `A refusal was measured by itself, over ${formatCount(refusals.refused)} of them while no sale could be stored.`,
          `The generator takes ${formatFigure(result.cpuMicroseconds / answers)} µs a request, on the same cores as the service.`,
        ],
      },
    ];
  },
  bars({ peak, under, refusals }) {
    const percent = (under.goodputPerSecond / peak.salesPerSecond) * 100;
    return [
      atLeast("goodput under overload, of the peak", goodputPercentMin, "%", percent),
      exactly("answers other than 201 and 503", 0, under.otherAnswers + refusals.otherAnswers),
      exactly("refusals without Retry-After", 0, under.result.withoutRetryAfter + refusals.withoutRetryAfter),
      exactly("accepted sales posted", under.result.accepted, under.posted),
      booksHold,
    ];
  },
});

interface Row {
  readonly name: string;
  readonly offered?: string;
  readonly posted: number;
  readonly refused?: string;
  readonly post: Quantiles;
  readonly mib: number;
}

/** Open loop at a fixed rate; reads the figures after every sale is answered and posted. */
function measureOverload(bench: Bench, given: Options, perSecond: number) {
  const { connections, members, seconds } = given;
  return withSession(bench, { members }, async (session) => {
    await warmUp(session, salesOf({ ...given, connections: peakConnections }));
    const measured = await session.measure({ connections, pace: paced(seconds, perSecond) });
    await expectBooksOk(session.databaseUrl);
    const posted = await countPosted(session);
    const goodputPerSecond = posted / (await session.meter.postedSeconds("sale"));
    return { ...measured, perSecond, ...sortAnswers(measured.result), posted, goodputPerSecond };
  });
}

/**
 * The cost of refusals when the service does nothing else. Locks the table of sales, so that the gateway fills up and
 * then only refuses. Subtracts the CPU of the sales that it holds, at the cost measured at the peak.
 */
function measureRefusals(bench: Bench, given: Options, acceptedMicroseconds: number) {
  const { connections, members } = given;
  return withSession(bench, { members }, async (session) => {
    await warmUp(session, salesOf({ ...given, connections: peakConnections }));
    const storeIsBack = session.sql.begin(async (tx) => {
      await tx`lock table sale in exclusive mode`;
      await delay(storeAwayMs);
    });
    const { result, cpuSeconds } = await session.measure({ connections, pace: closed(storeAwayMs / 1000) });
    await storeIsBack;
    await expectBooksOk(session.databaseUrl);
    const { refused, otherAnswers } = sortAnswers(result);
    const apiMicroseconds = (cpuSeconds.api * 1e6 - result.accepted * acceptedMicroseconds) / refused;
    return { refused, otherAnswers, withoutRetryAfter: result.withoutRetryAfter, apiMicroseconds };
  });
}

async function countPosted({ sql }: Session): Promise<number> {
  const [row] = await sql<{ posted: number }[]>`
    select count(*)::int as posted from sale s join ledger_entry e on e.source_id = s.id where s.external_id like 'sale-%'`;
  return row?.posted ?? 0;
}

function sortAnswers(result: LoadResult) {
  const answers = countAnswers(result);
  const refused = result.statuses[503] ?? 0;
  return { answers, refused, otherAnswers: answers - refused - (result.statuses[201] ?? 0) };
}
