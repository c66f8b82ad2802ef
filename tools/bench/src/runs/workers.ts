import { setTimeout as delay } from "node:timers/promises";
import { openDistance } from "@rewards/lab/proxy";
import { atLeast, booksHold, formatCount, formatRatio } from "@rewards/lab/report/report";
import { countPosted } from "../measure/database.ts";
import { figureOf, tableOf } from "../measure/figures.ts";
import { buyers, defineRun, inTurn, list, type OptionValues, positive, whole } from "../run/command.ts";
import { queueSales, withWorkers } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { fitScalability, rateOf } from "./workers.fit.ts";

const ofFourMin = 3.4;

const options = {
  fleets: list("numbers of workers", [1, 2, 4, 8], [1, 2, 3]),
  roundTrip: positive("milliseconds from a worker to Postgres and back", 50),
  seconds: positive("seconds of each fleet", 60, 2),
  warmUp: positive("seconds before it", 10, 2),
  backlog: whole("sales queued before the first worker starts", 1_500_000, 100_000),
  ...buyers(10_000, 1_000_000),
};

export const workers = defineRun({
  name: "workers",
  summary: "what another worker adds, where workers wait for Postgres rather than for a core",
  options,
  async measure(bench: Bench, given) {
    const { members, connections, backlog } = given;
    const fleets = await withSession(bench, { members, workers: 0 }, async (session) => {
      bench.say(`${formatCount(backlog)} sales, queued`);
      await queueSales(session, connections, backlog);
      return inTurn(given.fleets, (size) => measureFleet(bench, session, size, given));
    });
    return { fleets, fit: fitScalability(fleets) };
  },
  tables: ({ fleets, fit }, { roundTrip, seconds, members }) => [
    tableOf(
      "By number of workers",
      ["Workers", "Sales/s", "Each, of the first", "The law", "Worker", "Postgres", "Cores busy"],
      fleets.map((fleet) => [
        String(fleet.workers),
        {
          ...fleet.figures,
          "Sales/s": formatCount(fleet.perSecond),
          "Each, of the first": formatRatio(timesOfFirst(fleets, fleet)),
          "The law": formatCount(rateOf(fit, fleet.workers)),
        },
      ]),
      [
        `Each drains a backlog of ${formatCount(members)} members' sales in one queue for ${seconds} s, ${roundTrip} ms from Postgres. CPU in µs a sale.`,
        `The law: ${formatCount(fit.perSecond)} n / (1 + ${fit.contention.toFixed(4)} (n - 1) + ${fit.coherency.toFixed(5)} n (n - 1)).`,
      ],
    ),
  ],
  bars: ({ fleets }) => [
    ...fleets
      .filter((fleet) => fleet.workers === 4)
      .map((four) => atLeast("4 workers, of one", ofFourMin, "×", 4 * timesOfFirst(fleets, four))),
    booksHold,
  ],
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

type Fleet = Awaited<ReturnType<typeof measureFleet>>;

/** Drains a part of the backlog. @throws if the backlog has ended: then the last workers had nothing to do. */
async function measureFleet(
  bench: Bench,
  session: Session,
  size: number,
  { roundTrip, warmUp, seconds }: OptionValues<typeof options>,
) {
  bench.say(`${size} workers`);
  const { subjectUrl, sql } = session;
  const far = await openDistance(subjectUrl, roundTrip);
  const drain = withWorkers(bench, session, far.url, size, async (openMeter) => {
    await delay(warmUp * 1000);
    const processes = openMeter();
    const [before, startedMs] = [await countPosted(sql), performance.now()];
    await delay(seconds * 1000);
    const [after, endedMs] = [await countPosted(sql), performance.now()];
    const cpu = processes.cpuEach(after - before);
    if ((await sql`select from pending limit 1`).length === 0)
      throw new Error("the backlog has ended: give more with --backlog");
    const perSecond = (after - before) / ((endedMs - startedMs) / 1000);
    return { workers: size, perSecond, figures: { ...cpu, "Cores busy": (figureOf(cpu, "CPU") * perSecond) / 1e6 } };
  });
  return drain.finally(() => far.shut());
}

/** Each worker's sales a second, as a multiple of each one's of the first fleet. */
const timesOfFirst = ([first]: readonly Fleet[], { workers: size, perSecond }: Fleet): number =>
  first ? perSecond / size / (first.perSecond / first.workers) : Number.NaN;
