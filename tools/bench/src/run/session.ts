import { type Closers, createClosers } from "@rewards/lab/closers";
import type { Sql } from "postgres";
import type { Load } from "../asked.ts";
import type { LoadResult, Pace } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import { awaitPosted, awaitSettled, countPosted, countWork, openMeter } from "../measure/database.ts";
import { openProcessMeter } from "../measure/processes.ts";
import type { Servers } from "../servers.ts";
import { type CallersSpec, createCallers } from "../subject/callers.ts";
import type { Checkout } from "../subject/checkout.ts";
import { type RunningSubject, recordKeys, type Subject, startSubject, subjects } from "../subject/subject.ts";
import { type Figures, quantileFigures } from "./figures.ts";

/** What every run works with. */
export interface Bench {
  readonly servers: Servers;
  readonly load: Load;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isQuick: boolean;
  /** Names the step that begins. */
  readonly step: (label: string) => void;
}

/** The set-up of a session. */
export interface SessionSpec<Prepared = void> {
  /** Default: the product. */
  readonly subject?: Subject;
  /** The product of another checkout. */
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
  readonly hasOtherEntries?: true;
}

interface SessionLoad {
  /** Default: uniform. */
  readonly workload?: WorkloadName;
  /** Begins every ExternalID; default: sale. */
  readonly prefix?: string;
  readonly connections: number;
  readonly pace: Pace;
  readonly ids?: readonly string[];
  readonly openEvery?: number;
  readonly answerMsMax?: number;
}

/** A subject on a fresh database. */
export interface Session {
  /** For the database's owner. */
  readonly databaseUrl: string;
  /** For the subject's processes: the product's connect as its role; peers, which make tables, as the owner. */
  readonly subjectUrl: string;
  readonly queueUrl: string;
  readonly subject: RunningSubject;
  /** For the command's own queries, which do not count as the subject's. */
  readonly sql: Sql;
  /** Run when the session ends. */
  readonly closers: Closers;
  send(load: SessionLoad): Promise<LoadResult>;
  /** Sends sales that are not measured, and waits until they are posted. */
  warmUp(load: Omit<SessionLoad, "prefix">): Promise<void>;
  /**
   * Sends a load and measures from the first request until `settled` resolves: for sales, when they are posted. CPU in
   * µs, statements and bytes of WAL for each accepted request, memory in MB, and `POST`: ms until an answer.
   */
  measure(
    load: SessionLoad,
    settled?: (result: LoadResult) => Promise<void>,
  ): Promise<{ readonly result: LoadResult; readonly figures: Figures }>;
  /** Resolves when the sales of a load are posted. Call it once for each load, in the order of sending. */
  awaitPosted(result: LoadResult): Promise<void>;
}

/** Uses closers, and closes everything, whatever happens. */
export async function withClosers<T>(use: (closers: Closers) => Promise<T>): Promise<T> {
  const closers = createClosers();
  try {
    const used = await use(closers);
    await closers.close();
    return used;
  } catch (error) {
    // Report the first failure, not those of closing.
    await closers.close().catch(() => undefined);
    throw error;
  }
}

/** Opens a session, uses it, and closes everything. */
export const withSession = <T, Prepared = void>(
  bench: Bench,
  spec: SessionSpec<Prepared>,
  use: (session: Session, prepared: Prepared) => Promise<T>,
): Promise<T> =>
  withClosers(async (closers) => {
    const { members, shopMembers = members, queueDatabase, checkout, apis = 1, workers = 1 } = spec;
    const subject = spec.subject ?? checkout?.subject ?? subjects.product;
    const isPeer = subject.peer !== undefined;
    const { url, serviceUrl, queueUrl, drop } = await bench.servers.openDatabase({
      members: shopMembers,
      queueDatabase,
      checkout,
    });
    closers.add(drop);
    const sql = await openMeter(url);
    closers.add(() => sql.end());
    if (isPeer) await recordKeys(sql);
    // Undefined without `prepare`; its type then does not matter.
    const prepared = (await spec.prepare?.(url)) as Prepared;
    const callers = spec.callers && (await createCallers(url, spec.callers));
    const urls = { databaseUrl: isPeer ? url : serviceUrl, queueUrl };
    const env = { ...bench.env, ...callers?.env, ...spec.env };
    const running = await startSubject(subject, { ...urls, apis, workers, env });
    closers.add(running.stop);
    const authorizations = await callers?.authorizations(running.urls[0] as string);
    // Flushes everything to disk, so that all runs start alike; before the warm-up, since its own writes take a while.
    await sql`checkpoint`;
    const parts = { databaseUrl: url, subjectUrl: urls.databaseUrl, queueUrl, subject: running, sql, closers };
    const loading = await openLoading(bench, spec, parts, authorizations);
    return use({ ...parts, ...loading }, prepared);
  });

type Parts = Pick<Session, "subject" | "sql">;
type Loading = Pick<Session, "send" | "warmUp" | "measure" | "awaitPosted">;

async function openLoading(
  { servers, load }: Bench,
  { members, hasOtherEntries }: Pick<SessionSpec, "members" | "hasOtherEntries">,
  { subject, sql }: Parts,
  authorizations: readonly string[] | undefined,
): Promise<Loading> {
  let entries = await countPosted(sql);
  const send = ({ workload: name = "uniform", prefix = "sale", ids, ...spec }: SessionLoad) => {
    const workload = { name, prefix, members, ...(ids && { ids }) };
    return load.ask({ ...spec, ...(authorizations && { authorizations }), url: subject.urls, workload });
  };
  const allPosted = ({ accepted }: LoadResult) => {
    if (hasOtherEntries) return awaitSettled(sql);
    entries += accepted;
    return awaitPosted(sql, entries);
  };
  return {
    send,
    warmUp: async (spec) => allPosted(await send({ ...spec, prefix: "warm" })),
    async measure(spec, settled = allPosted) {
      const readWork = await countWork(sql);
      const processes = openProcessMeter({ ...subject.pids, ...servers.pids });
      const result = await send(spec);
      await settled(result);
      const cpu = processes.cpuEach(result.accepted);
      const { statements, walBytes } = await readWork();
      const figures = {
        ...quantileFigures("POST", result.latencyMs),
        ...cpu,
        "Load gen.": result.cpuMicroseconds / result.accepted,
        ...processes.peakMb(),
        Statements: statements / result.accepted,
        "WAL bytes": walBytes / result.accepted,
      };
      return { result, figures };
    },
    awaitPosted: allPosted,
  };
}
