import { setTimeout as delay } from "node:timers/promises";
import { openDistance } from "@rewards/lab/proxy";
import { atLeast, booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatRatio } from "@rewards/lab/report/number";
import { expectBooksOk } from "../measure/database.ts";
import { microsecondsEach } from "../measure/processes.ts";
import { partColumns, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
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
  partitions: whole("partitions of the queue", 1),
};
type Options = OptionValues<typeof options>;

export const workers = defineRun({
  name: "workers",
  summary: "what another worker adds, where workers wait for Postgres rather than for a core",
  title: "What another worker adds",
  options,
  steps: ({ fleets }) => fleets.length + 1,
  async measure(bench, given, progress) {
    const { members, partitions, connections, backlog } = given;
    const fleets = await withSession(bench, { members, partitions, workers: 0 }, async (session) => {
      progress.step(`${formatCount(backlog)} sales, queued`);
      await queueSales(session, connections, backlog);
      const found: Fleet[] = [];
      for (const size of given.fleets) {
        progress.step(`${size} workers`);
        found.push(await measureFleet(bench, session, size, given));
      }
      await expectBooksOk(session.databaseUrl);
      return found;
    });
    return { fleets, fit: fitScalability(fleets) };
  },
  tables: ({ fleets, fit }, { roundTrip, seconds, members, partitions }) => [
    tableOf(
      "By number of workers",
      fleets,
      [
        ["Workers", (fleet) => String(fleet.workers)],
        ["Sales/s", (fleet) => formatCount(fleet.perSecond)],
        ["Each, of the first", (fleet) => formatRatio(timesOfFirst(fleets, fleet))],
        ["The law", (fleet) => formatCount(rateOf(fit, fleet.workers))],
        ...partColumns<Fleet>(({ cpu }) => cpu, ["worker", "postgres"]),
        ["Cores busy", (fleet) => fleet.cores],
      ],
      [
        `Each drains a backlog of ${formatCount(members)} members' sales in ${partitions === 1 ? "one queue" : `${partitions} partitions of the queue`} for ${seconds} s, ${roundTrip} ms from Postgres. CPU in µs a sale.`,
        `The law: ${formatCount(fit.perSecond)} n / (1 + ${fit.contention.toFixed(4)} (n - 1) + ${fit.coherency.toFixed(5)} n (n - 1)).`,
      ],
    ),
  ],
  bars({ fleets }) {
    const four = fleets.find((fleet) => fleet.workers === 4);
    return [...(four ? [atLeast("4 workers, of one", ofFourMin, "×", 4 * timesOfFirst(fleets, four))] : []), booksHold];
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

/** CPU in microseconds a sale, and how many cores the measured processes kept busy. */
type Fleet = Awaited<ReturnType<typeof measureFleet>>;

/** Drains a part of the backlog. @throws if the backlog has ended: then the last workers had nothing to do. */
async function measureFleet(bench: Bench, session: Session, size: number, { roundTrip, seconds, warmUp }: Options) {
  const { subjectUrl, meter, sql } = session;
  const far = await openDistance(subjectUrl, roundTrip);
  const drain = withWorkers(bench, session, far.url, size, async (openMeter) => {
    await delay(warmUp * 1000);
    const processes = openMeter();
    const [before, startedMs] = [await meter.posted(), performance.now()];
    await delay(seconds * 1000);
    const [after, endedMs] = [await meter.posted(), performance.now()];
    const cpuSeconds = processes.cpuSeconds();
    if ((await sql`select from pending limit 1`).length === 0)
      throw new Error("the backlog has ended: give more with --backlog");
    const took = (endedMs - startedMs) / 1000;
    const busy = Object.values(cpuSeconds).reduce((sum, one) => sum + one, 0);
    const cpu = microsecondsEach(cpuSeconds, after - before);
    return { workers: size, perSecond: (after - before) / took, cpu, cores: busy / took };
  });
  return drain.finally(() => far.shut());
}

const timesOfFirst = (fleets: readonly Fleet[], { workers: size, perSecond }: Fleet) => {
  const first = fleets[0] as Fleet;
  return perSecond / (first.perSecond / first.workers) / size;
};
