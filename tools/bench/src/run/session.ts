import { createClosers } from "@rewards/lab/closers";
import postgres, { type Sql } from "postgres";
import type { Load } from "../asked.ts";
import type { LoadResult, Pace } from "../load/load.spec.ts";
import type { WorkloadName } from "../load/workload.ts";
import { awaitSettled, type DatabaseMeter, openMeter } from "../measure/database.ts";
import { type ByPart, openProcessMeter } from "../measure/processes.ts";
import type { Servers } from "../servers.ts";
import { type CallersSpec, createCallers } from "../subject/callers.ts";
import type { Checkout } from "../subject/checkout.ts";
import { type RunningSubject, type SubjectName, startSubject, subjects } from "../subject/subject.ts";

/** What every run works with. */
export interface Bench {
  readonly servers: Servers;
  readonly load: Load;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags of Node for the measured processes. */
  readonly nodeArgs: readonly string[];
  readonly isQuick?: boolean;
}

export interface SessionSpec<Prepared = void> {
  /** Default: the product. */
  readonly subject?: SubjectName;
  /** The product of another checkout. */
  readonly checkout?: Checkout | undefined;
  /** Who buy. */
  readonly members: number;
  /** Members of the shop; default: all who buy. `prepare` inserts the others. */
  readonly shopMembers?: number;
  readonly apis?: number;
  readonly workers?: number;
  /** The queue's database of Redis, for sessions at the same time. Default: that of the URL. */
  readonly queueDatabase?: number;
  /** Requires credentials of the callers. Default: none. */
  readonly callers?: CallersSpec;
  /** For the subject's processes, in addition to that of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of the queue; 1 by default. */
  readonly partitions?: number;
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

export interface Measured {
  readonly result: LoadResult;
  readonly cpuSeconds: ByPart;
  readonly peakMib: Readonly<Record<"api" | "worker", number>>;
}

/** A subject on a fresh database. */
export interface Session {
  /** For the database's owner. */
  readonly databaseUrl: string;
  /**
   * For the subject's processes: the product's connect as its role; those of peers, which make tables, as the owner.
   */
  readonly subjectUrl: string;
  readonly queueUrl: string;
  readonly subject: RunningSubject;
  readonly meter: DatabaseMeter;
  /** For the command's own queries. */
  readonly sql: Sql;
  send(load: SessionLoad): Promise<LoadResult>;
  /** Sends sales that are not measured, and waits until they are posted. */
  warmUp(load: Omit<SessionLoad, "prefix">): Promise<void>;
  /**
   * Sends a load, and reads CPU and memory from the first request until `settled` resolves: for sales, when they are
   * posted.
   */
  measure(load: SessionLoad, settled?: (result: LoadResult) => Promise<void>): Promise<Measured>;
  /** Resolves when the sales of a load are posted. Call it once for each load, in the order of sending. */
  awaitPosted(result: LoadResult): Promise<void>;
}

/** Opens a session, uses it, and closes everything, whatever happens. */
export async function withSession<T, Prepared = void>(
  bench: Bench,
  spec: SessionSpec<Prepared>,
  use: (session: Session, prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { checkout, queueDatabase, members, shopMembers = members, apis = 1, workers = 1, partitions = 1 } = spec;
  const database = await bench.servers.openDatabase({ members: shopMembers, queueDatabase, checkout });
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const closers = createClosers();
  closers.add(() => database.drop());
  closers.add(() => sql.end());
  try {
    // Undefined without `prepare`; its type then does not matter.
    const prepared = (await spec.prepare?.(database.url)) as Prepared;
    const callers = spec.callers && (await createCallers(database.url, spec.callers));
    const name = spec.subject ?? "product";
    const subjectUrl = name === "product" ? database.serviceUrl : database.url;
    const queueUrl = partitions === 1 ? database.queueUrl : `${database.queueUrl}?partitions=${partitions}`;
    const subject = await startSubject(checkout?.subject ?? subjects[name], {
      ...{ databaseUrl: subjectUrl, queueUrl, apis, workers, nodeArgs: bench.nodeArgs },
      env: { ...bench.env, ...callers?.env, ...spec.env },
    });
    closers.add(() => subject.stop());
    const authorizations = await callers?.authorizations(subject.urls[0] as string);
    const meter = await openMeter(database.url);
    closers.add(() => meter.close());
    await meter.checkpoint();
    const parts = { databaseUrl: database.url, subjectUrl, queueUrl, subject, meter, sql, authorizations };
    const used = await use(await sessionOf(bench, spec, parts), prepared);
    await closers.close();
    return used;
  } catch (error) {
    // Report the first failure, not those of closing.
    await closers.close().catch(() => undefined);
    throw error;
  }
}

interface SessionParts extends Omit<Session, "send" | "warmUp" | "measure" | "awaitPosted"> {
  readonly authorizations: readonly string[] | undefined;
}

async function sessionOf(
  { servers, load }: Bench,
  { members, hasOtherEntries }: Pick<SessionSpec, "members" | "hasOtherEntries">,
  { authorizations, ...parts }: SessionParts,
): Promise<Session> {
  const { subject, meter, sql } = parts;
  let entries = await meter.posted();
  const send = ({ workload: name = "uniform", prefix = "sale", ids, ...spec }: SessionLoad) => {
    const workload = { name, prefix, members, ...(ids && { ids }) };
    return load.ask({ ...spec, ...(authorizations && { authorizations }), url: subject.urls, workload });
  };
  const awaitPosted = ({ accepted }: LoadResult) => {
    if (hasOtherEntries) return awaitSettled(sql);
    entries += accepted;
    return meter.awaitPosted(entries);
  };
  return {
    ...parts,
    send,
    warmUp: async (spec) => awaitPosted(await send({ ...spec, prefix: "warm" })),
    async measure(spec, settled = awaitPosted) {
      await meter.reset();
      const processes = openProcessMeter(subject, servers);
      const result = await send(spec);
      await settled(result);
      return { result, cpuSeconds: processes.cpuSeconds(), peakMib: processes.peakMib() };
    },
    awaitPosted,
  };
}
