import { setTimeout as delay } from "node:timers/promises";
import { openDistance } from "@rewards/lab/proxy";
import { atLeast, booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatRatio } from "@rewards/lab/report/number";
import { countPosted, expectBooksOk } from "../measure/database.ts";
import { defineRun } from "../run/define.ts";
import { type Cells, figureOf, tableOf } from "../run/figures.ts";
import { buyers, list, type OptionValues, positive, whole } from "../run/options.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { queueSales, withWorkers } from "../run/workers.ts";
import { fitScalability, rateOf } from "./workers.fit.ts";

/** What four workers must do, as a multiple of one. */
const ofFourMin = 3.4;

const options = {
  fleets: list("numbers of workers", [1, 2, 4, 8], [1, 2, 3]),
  roundTrip: positive("milliseconds from a worker to Postgres and back", 50),
  seconds: positive("seconds of each fleet", 60, 2),
  warmUp: positive("seconds before it", 10, 2),
  backlog: whole("sales queued before the first worker starts", 1_500_000, 100_000),
  ...buyers(10_000, 1_000_000),
};
type Options = OptionValues<typeof options>;

export const workers = defineRun({
  name: "workers",
  summary: "what another worker adds, where workers wait for Postgres rather than for a core",
  title: "What another worker adds",
  options,
  steps: ({ fleets }) => fleets.length + 1,
  async measure(bench, given) {
    const { members, connections, backlog } = given;
    const fleets = await withSession(bench, { members, workers: 0 }, async (session) => {
      bench.step(`${formatCount(backlog)} sales, queued`);
      await queueSales(session, connections, backlog);
      const found: Fleet[] = [];
      for (const size of given.fleets) {
        bench.step(`${size} workers`);
        found.push(await measureFleet(bench, session, size, given));
      }
      await expectBooksOk(session.databaseUrl);
      return found;
    });
    return { fleets, fit: fitScalability(fleets) };
  },
  tables: ({ fleets, fit }, { roundTrip, seconds, members }) => [
    tableOf(
      "By number of workers",
      ["Workers", "Sales/s", "Each, of the first", "The law", "Worker", "Postgres", "Cores busy"],
      fleets.map(({ workers: size, perSecond, cells }) => [
        String(size),
        {
          ...cells,
          "Each, of the first": formatRatio(timesOfFirst(fleets, size, perSecond)),
          "The law": formatCount(rateOf(fit, size)),
        },
      ]),
      [
        `Each drains a backlog of ${formatCount(members)} members' sales in one queue for ${seconds} s, ${roundTrip} ms from Postgres. CPU in µs a sale.`,
        `The law: ${formatCount(fit.perSecond)} n / (1 + ${fit.contention.toFixed(4)} (n - 1) + ${fit.coherency.toFixed(5)} n (n - 1)).`,
      ],
    ),
  ],
  bars({ fleets }) {
    const four = fleets.find((fleet) => fleet.workers === 4);
    const times = four && 4 * timesOfFirst(fleets, 4, four.perSecond);
    return [...(times === undefined ? [] : [atLeast("4 workers, of one", ofFourMin, "×", times)]), booksHold];
  },
  chart: ({ fleets, fit }, { roundTrip, seconds }) => ({
    title: "What another worker adds",
    subtitle: `Sales a second from a backlog, ${seconds} s each, ${roundTrip} ms from Postgres; fainter: the Universal Scalability Law`,
    groups: [
      {
        title: "by number of workers",
        unit: "sales a second",
        bars: fleets.flatMap((fleet) => [
          { label: String(fleet.workers), value: fleet.perSecond },
          { label: "", value: rateOf(fit, fleet.workers), isPeer: true },
        ]),
      },
    ],
  }),
});

interface Fleet {
  readonly workers: number;
  readonly perSecond: number;
  /** Sales a second, CPU in microseconds a sale, and how many cores the measured processes kept busy. */
  readonly cells: Cells;
}

/** Drains a part of the backlog. @throws if the backlog has ended: then the last workers had nothing to do. */
async function measureFleet(bench: Bench, session: Session, size: number, given: Options): Promise<Fleet> {
  const { subjectUrl, sql } = session;
  const far = await openDistance(subjectUrl, given.roundTrip);
  const drain = withWorkers(bench, session, far.url, size, async (openMeter) => {
    await delay(given.warmUp * 1000);
    const processes = openMeter();
    const [before, startedMs] = [await countPosted(sql), performance.now()];
    await delay(given.seconds * 1000);
    const [after, endedMs] = [await countPosted(sql), performance.now()];
    const cpu = processes.cpuEach(after - before);
    if ((await sql`select from pending limit 1`).length === 0)
      throw new Error("the backlog has ended: give more with --backlog");
    const perSecond = (after - before) / ((endedMs - startedMs) / 1000);
    const cores = (figureOf(cpu, "CPU") * perSecond) / 1e6;
    return { workers: size, perSecond, cells: { ...cpu, "Sales/s": formatCount(perSecond), "Cores busy": cores } };
  });
  return drain.finally(() => far.shut());
}

/** Each worker's sales a second, as a multiple of each one's of the first fleet. */
function timesOfFirst([first]: readonly Fleet[], size: number, perSecond: number): number {
  return first ? perSecond / size / (first.perSecond / first.workers) : Number.NaN;
}
