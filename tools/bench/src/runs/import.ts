import { setTimeout as delay } from "node:timers/promises";
import { apiRoot } from "@rewards/lab/client";
import { watchPeak } from "@rewards/lab/cpu";
import { type Bar, booksHold, formatCount, formatFigure } from "@rewards/lab/report/report";
import { saleContent, twoLines } from "../load/workload.ts";
import { awaitSettled, readLag, timed } from "../measure/database.ts";
import { mbPerMib, type Quantiles, quantileFigures, tableOf } from "../measure/figures.ts";
import { buyers, defineRun, positive, warmUpOption, whole } from "../run/command.ts";
import { withWorkers } from "../run/sales.ts";
import { type Bench, withSession } from "../run/session.ts";

const linesOfCall = 10_000;
/** As many as an API takes of one address. */
const callsAtOnce = 2;
const tills = { workload: "till", connections: 20, perSecond: 100 } as const;
/** Tills sell before the import begins, as they do on any day. */
const headStartMs = 500;

const lineOf = (n: number, members: number) => `${saleContent(`import-${n}`, n % members, "", twoLines(n))}\n`;

/** Imports sales while `goesOn`, in calls of 10,000. @returns how many. @throws if one was refused. */
async function importSales(url: string, members: number, goesOn: (sent: number) => boolean) {
  let [sent, taken] = [0, 0];
  async function call(): Promise<void> {
    while (goesOn(sent)) {
      const from = sent;
      sent += linesOfCall;
      const body = Array.from({ length: linesOfCall }, (_, n) => lineOf(from + n, members)).join("");
      const headers = { "content-type": "application/x-ndjson" };
      const answer = await fetch(`${url}/Sale${apiRoot}/objects/import`, { method: "POST", headers, body });
      const lines = (await answer.text()).split('"ID":"SALE-');
      if (lines.length <= linesOfCall)
        throw new Error(`the run is void, an import ended: ${lines.at(-1)?.slice(-500)}`);
      taken += linesOfCall;
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, call));
  return taken;
}

const options = {
  lines: whole("sales of the backlog", 1_000_000, 50_000),
  seconds: positive("seconds of tills, alone and beside an import", 30, 5),
  warmUp: warmUpOption,
  ...buyers(),
};

type Given = { readonly [Name in keyof typeof options]: number };

/** Accepts a backlog while no worker runs, as at night, and then posts it. */
const measureBacklog = (bench: Bench, { lines, members }: Given) =>
  withSession(bench, { members, workers: 0, hasOtherEntries: true }, async (session) => {
    const stopWatch = watchPeak(session.subject.pids.api);
    let taken = 0;
    const acceptedMs = await timed(async () => {
      taken = await importSales(session.subject.urls[0] as string, members, (sent) => sent < lines);
    });
    const apiPeakMb = stopWatch() * mbPerMib;
    await withWorkers(bench, session, session.subjectUrl, 1, () => awaitSettled(session.sql));
    const commits = session.sql`select pg_xact_commit_timestamp(xmin) as at from ledger_entry`;
    const { seconds } = await readLag(
      session.sql,
      session.sql`select at as created, at as settled from (${commits}) e`,
    );
    return { taken, apiPeakMb, acceptedPerSecond: (taken * 1_000) / acceptedMs, postedPerSecond: taken / seconds };
  });

/** What tills get through in a closed loop, and how long they wait at a low rate, alone and beside an import. */
const measureTills = (bench: Bench, { seconds, warmUp, connections, members }: Given) =>
  withSession(bench, { members, hasOtherEntries: true }, async ({ sql, send, subject }) => {
    await send({ prefix: "warm", connections, seconds: warmUp });
    await awaitSettled(sql);
    let closed = 0;
    const closedMs = await timed(async () => {
      closed = (await send({ prefix: "closed", connections, seconds })).accepted;
      await awaitSettled(sql);
    });
    const alone = await send({ ...tills, prefix: "alone", seconds });
    let isOver = false;
    const selling = send({ ...tills, prefix: "beside", seconds });
    await delay(headStartMs);
    const importing = importSales(subject.urls[0] as string, members, () => !isOver);
    const beside = await selling;
    isOver = true;
    const takenBeside = await importing;
    await awaitSettled(sql);
    const closedPerSecond = (closed * 1_000) / closedMs;
    return { closedPerSecond, alone: alone.latencyMs, beside: beside.latencyMs, takenBeside };
  });

type Measured = Awaited<ReturnType<typeof measureBacklog>> & Awaited<ReturnType<typeof measureTills>>;

/** As ratios of what tills get through in a closed loop on the same machine. */
const acceptedMin = 2.5;
const drainedMin = 1.5;
const besideMax = { p50: 1.5, p99: 3 } as const;

const ratioBar = (name: string, ratio: number, bound: number, isLeast: boolean): Bar => ({
  name,
  wanted: `${isLeast ? "≥" : "≤"} ${bound}`,
  measured: formatFigure(ratio),
  holds: isLeast ? ratio >= bound : ratio <= bound,
});

const tillsBar = ({ alone, beside }: Measured, name: keyof typeof besideMax & keyof Quantiles) =>
  ratioBar(`tills' ${name} beside an import, times alone`, beside[name] / alone[name], besideMax[name], false);

export const bulk = defineRun({
  name: "import",
  summary: "how fast a backlog of sales is imported and posted, and what tills feel of it",
  options,
  measure: async (bench: Bench, given): Promise<Measured> => ({
    ...(await measureTills(bench, given)),
    ...(await measureBacklog(bench, given)),
  }),
  tables: (found, { seconds }) => [
    tableOf(
      "An import, and tills beside one",
      ["Sales", "Accepted/s", "Then posted/s", "Closed loop/s", "API peak MB"],
      [
        [
          formatCount(found.taken),
          {
            ...{ "Accepted/s": found.acceptedPerSecond, "Then posted/s": found.postedPerSecond },
            ...{ "Closed loop/s": found.closedPerSecond, "API peak MB": found.apiPeakMb },
          },
        ],
      ],
      [
        `In calls of ${formatCount(linesOfCall)} lines, ${callsAtOnce} at a time, while no worker runs; then posted by one. Closed loop: single creates by 256 connections, until posted.`,
      ],
    ),
    tableOf(
      `${tills.perSecond} sales/s of tills: POST in ms`,
      ["", "POST p50", "POST p99", "POST max"],
      [
        ["alone", quantileFigures("POST", found.alone)],
        ["beside an import", quantileFigures("POST", found.beside)],
      ],
      [`For ${seconds} s each; meanwhile ${formatCount(found.takenBeside)} sales were imported.`],
    ),
  ],
  bars: (found) => [
    ratioBar("accepted, times a closed loop", found.acceptedPerSecond / found.closedPerSecond, acceptedMin, true),
    ratioBar("then posted, times a closed loop", found.postedPerSecond / found.closedPerSecond, drainedMin, true),
    tillsBar(found, "p50"),
    tillsBar(found, "p99"),
    booksHold,
  ],
});
