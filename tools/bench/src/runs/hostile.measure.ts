import { setTimeout as delay } from "node:timers/promises";
import { apiRoot, send } from "@rewards/lab/client";
import { watchPeak } from "@rewards/lab/cpu";
import { startAsked } from "../asked.ts";
import { type HostileSpec, namesOriginals } from "../hostile/callers.ts";
import { awaitSettled } from "../measure/database.ts";
import { mbPerMib, type Quantiles } from "../measure/figures.ts";
import { type Bench, type Session, startLoad, withSession } from "../run/session.ts";
import { fillRecords, members, prepareRecords } from "./hostile.setup.ts";

/** No names for a run of the tills only. */
type ClassSpec = Pick<HostileSpec, "names" | "share" | "addresses"> & {
  readonly seconds: number;
  readonly salesPerSecond: number;
};

export type ClassFigures = Awaited<ReturnType<typeof attack>>;

export const alone = "alone";

export const answerMsMax = 5_000;
const tills = { workload: "till", prefix: "till", connections: 100, openEvery: 4, answerMsMax } as const;
const probes = { connections: 20, openEvery: 1, answerMsMax } as const;
const probesPerSecond = 10;
const warmUpSales = 500;
/** Hostile callers start this long before the sales that count. */
const headStartMs = 1_000;
const nextPageMsMax = 60_000;

/** What a class of callers came to, as far as measured. */
interface ClassOutcome {
  figures?: ClassFigures;
  /** Of the tills' sales, from their acceptance until they are posted. */
  lagMs?: Quantiles;
  failure?: string;
}

export interface ClassRun extends Readonly<ClassOutcome> {
  readonly name: string;
  readonly label: string;
  readonly salesPerSecond: number;
  /** The tills send as much as on a busy day. */
  readonly isBusy: boolean;
}

/**
 * Runs one class of callers against a freshly started service, so that memory counts from its start. A class that
 * breaks the service breaks only its own run.
 */
export async function measureClass(bench: Bench, spec: ClassSpec): Promise<ClassOutcome> {
  const hasBigSales = spec.names.some((name) => name.startsWith("big-sales"));
  const prepare = (databaseUrl: string) => fillRecords(databaseUrl, hasBigSales);
  const outcome: ClassOutcome = {};
  const measuring = withSession(bench, { members, prepare }, async (session) => {
    outcome.figures = await attack(session, spec);
    await awaitSettled(session.sql);
    outcome.lagMs = (await session.readPosted(tills.prefix)).lagMs;
  });
  await measuring.catch((error: unknown) => {
    outcome.failure = String(error);
  });
  return outcome;
}

async function attack(session: Session, { seconds, salesPerSecond, names, share, addresses }: ClassSpec) {
  const records = await prepareRecords(session, names.some(namesOriginals));
  await session.send({ workload: "till", prefix: "warm", connections: 10, seconds: 10, countMax: warmUpSales });
  await awaitSettled(session.sql);
  const url = session.subject.urls[0] ?? "";
  // In processes separate from the tills', so that only the service feels them.
  const probe = await startLoad();
  const hostile = await startAsked<HostileSpec, true>("hostile/hostile.main.js");
  const stopWatch = watchPeak(session.subject.pids.api);
  try {
    await hostile.ask({ url, records, names, share, addresses });
    await delay(headStartMs);
    const workload = { name: "livez", prefix: "", members } as const;
    const [sales, livez] = await Promise.all([
      session.send({ ...tills, seconds, perSecond: salesPerSecond }),
      probe.ask({ ...probes, url, workload, seconds, perSecond: probesPerSecond }),
    ]);
    await hostile.stop();
    /** From the moment that the hostile callers left. */
    const nextPageMs = await timeNextPage(url);
    /** Of the API and all of its descendants. */
    return { sales, livez, apiPeakMb: stopWatch() * mbPerMib, nextPageMs };
  } finally {
    stopWatch();
    await Promise.all([hostile.stop(), probe.stop()]);
  }
}

/** How long a reader waits who comes right after the hostile callers left. */
async function timeNextPage(url: string): Promise<number> {
  const startedMs = performance.now();
  const page = { method: "GET", path: `${apiRoot}/data_views/StoreList` };
  const answer = await send(url, page, nextPageMsMax).catch(() => undefined);
  return answer?.status === 200 ? performance.now() - startedMs : Number.POSITIVE_INFINITY;
}
