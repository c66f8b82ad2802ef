import { endChildren } from "@rewards/lab/children";
import { type Closers, createClosers } from "@rewards/lab/closers";
import type { Sql } from "postgres";
import { type AskedProcess, startAsked } from "../asked.ts";
import type { LoadResult, LoadSpec } from "../load/load.run.ts";
import type { WorkloadName } from "../load/workload.ts";
import {
  awaitPosted,
  awaitSettled,
  countPosted,
  countWork,
  expectBooksOk,
  openMeter,
  postedSales,
  readLag,
} from "../measure/database.ts";
import { type Figures, quantileFigures } from "../measure/figures.ts";
import { openProcessMeter } from "../measure/processes.ts";
import { type PostgresSettings, type Servers, startServers } from "../servers.ts";
import { type CallersSpec, createCallers } from "../subject/callers.ts";
import type { Checkout } from "../subject/checkout.ts";
import { type RunningSubject, recordKeys, type Subject, startSubject, subjects } from "../subject/subject.ts";
import type { Desk } from "./command.ts";

export type Load = AskedProcess<LoadSpec, LoadResult>;
export const startLoad = (): Promise<Load> => startAsked("load/load.main.js");

export interface Bench extends Desk {
  readonly servers: Servers;
  readonly load: Load;
  readonly machine: string;
}

export async function openBench(desk: Desk, settings?: PostgresSettings): Promise<Bench> {
  const servers = await startServers(desk.closers, settings, desk.env["PATH"]);
  // Processes of an interrupted run end first, since they use the servers.
  desk.closers.add(() => endChildren(Object.values(servers.pids).flat()));
  return { ...desk, servers, load: await startLoad(), machine: servers.machine };
}

export interface SessionSpec<Prepared = void> {
  readonly subject?: Subject;
  readonly checkout?: Checkout;
  /** Who buy. */
  readonly members: number;
  /** Members of the shop; default: all who buy. `prepare` inserts the others. */
  readonly shopMembers?: number;
  readonly apis?: number;
  readonly workers?: number;
  /** The queue's database of Redis, for sessions at the same time. */
  readonly queueDatabase?: number;
  /** Requires credentials of the callers. Default: none. */
  readonly callers?: CallersSpec;
  /** For the subject's processes, in addition to that of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
  /** Fills the database before the processes start. Its result is passed to the session's user. */
  readonly prepare?: (databaseUrl: string) => Promise<Prepared>;
  /** Entries are posted that are not of sales: waits until nothing is pending, instead of counting entries. */
  readonly hasOtherEntries?: boolean;
}

interface SessionLoad extends Omit<LoadSpec, "url" | "authorizations" | "workload"> {
  readonly workload?: WorkloadName;
  readonly prefix?: string;
  readonly ids?: readonly string[];
}

export type Session = Awaited<ReturnType<typeof openSession>>["session"];

/** Uses closers, and closes everything, whatever happens. */
export async function withClosers<T>(use: (closers: Closers) => Promise<T>): Promise<T> {
  const closers = createClosers();
  try {
    const used = await use(closers);
    await closers.close();
    return used;
  } catch (error) {
    await closers.close().catch(() => undefined);
    throw error;
  }
}

/** Opens a session, uses it, and closes everything. @throws if the books are broken then: the run is void. */
export const withSession = <T, Prepared = void>(
  bench: Bench,
  spec: SessionSpec<Prepared>,
  use: (session: Session, prepared: Prepared) => Promise<T>,
): Promise<T> =>
  withClosers(async (closers) => {
    const { session, prepared } = await openSession(bench, spec, closers);
    return use(session, prepared);
  });

/** Opens a session that the closers end. They also check its books. */
export async function openSession<Prepared>(bench: Bench, spec: SessionSpec<Prepared>, closers: Closers) {
  const { members, shopMembers = members, queueDatabase, checkout, apis = 1, workers = 1 } = spec;
  const build = spec.subject ?? checkout?.subject ?? subjects.product;
  const isPeer = build.peer !== undefined;
  const database = await bench.servers.openDatabase({ members: shopMembers, queueDatabase, checkout });
  const { url: databaseUrl, queueUrl } = database;
  closers.add(database.drop);
  const sql = await openMeter(databaseUrl);
  closers.add(() => sql.end());
  closers.add(() => (checkout?.expectBooksOk ?? expectBooksOk)(databaseUrl));
  if (isPeer) await recordKeys(sql);
  // Undefined without `prepare`; its type then does not matter.
  const prepared = (await spec.prepare?.(databaseUrl)) as Prepared;
  const callers = spec.callers && (await createCallers(databaseUrl, spec.callers));
  // The product's processes connect as its role; those of peers, which make tables, as the owner.
  const subjectUrl = isPeer ? databaseUrl : database.serviceUrl;
  const env = { ...bench.env, ...callers?.env, ...spec.env };
  const subject = await startSubject(build, { databaseUrl: subjectUrl, queueUrl, apis, workers, env });
  closers.add(subject.stop);
  const authorizations = await callers?.authorizations(subject.urls[0] as string);
  // Flushes everything to disk, so that all runs start alike; before the warm-up, since its own writes take a while.
  await sql`checkpoint`;
  /** URLs for the database's owner, for the subject's processes, and for the queue; `sql` is for own queries. */
  const opened = { databaseUrl, subjectUrl, queueUrl, subject, sql, closers };
  return { session: { ...opened, ...(await openLoading(bench, spec, opened, authorizations)) }, prepared };
}

async function openLoading(
  { load: generator, servers }: Bench,
  { members, hasOtherEntries }: Pick<SessionSpec, "members" | "hasOtherEntries">,
  { subject, sql }: { readonly subject: RunningSubject; readonly sql: Sql },
  authorizations: readonly string[] | undefined,
) {
  let entries = await countPosted(sql);
  const send = ({ workload: name = "uniform", prefix = "sale", ids, ...load }: SessionLoad) => {
    const workload = { name, prefix, members, ...(ids && { ids }) };
    return generator.ask({ ...load, ...(authorizations && { authorizations }), url: subject.urls, workload });
  };
  /** Resolves when the sales of a load are posted. Call it once for each load, in the order of sending. */
  const allPosted = ({ accepted }: LoadResult) => {
    if (hasOtherEntries) return awaitSettled(sql);
    entries += accepted;
    return awaitPosted(sql, entries);
  };
  return {
    send,
    awaitPosted: allPosted,
    /** Seconds from the first sale with this prefix to the last entry, and milliseconds from a sale to its entry. */
    readPosted: (prefix = "sale") => readLag(sql, postedSales(sql, prefix)),
    /**
     * Sends a load and measures from the first request until `settled` resolves: for sales, when they are posted. CPU
     * in µs, statements and bytes of WAL for each accepted request, memory in MB, and `POST`: ms until an answer.
     */
    async measure(load: SessionLoad, settled = allPosted) {
      const readWork = await countWork(sql);
      const processes = openProcessMeter({ ...subject.pids, ...servers.pids });
      const result = await send(load);
      await settled(result);
      const { accepted, latencyMs, cpuMicroseconds } = result;
      const cpu = processes.cpuEach(accepted);
      const work = { "Load gen.": cpuMicroseconds, ...(await readWork()) };
      const workEach = Object.fromEntries(Object.entries(work).map(([name, all]) => [name, all / accepted]));
      const figures: Figures = { ...quantileFigures("POST", latencyMs), ...cpu, ...workEach, ...processes.peakMb() };
      return { result, figures };
    },
  };
}
