import { createClosers } from "@rewards/lab/closers";
import postgres, { type Sql } from "postgres";
import type { LoadResult, Pace } from "../load/load.types.ts";
import type { WorkloadName } from "../load/workload.ts";
import { type DatabaseMeter, openMeter } from "../measure/database.ts";
import { type ByPart, openProcessMeter } from "../measure/processes.ts";
import { type RunningSubject, type SubjectName, startSubject } from "../subject/subject.ts";
import type { Bench } from "./measure.ts";

interface SessionSpec<Prepared> {
  /** The product where left out. */
  readonly subject?: SubjectName;
  readonly members: number;
  readonly apis?: number;
  readonly workers?: number;
  /** Fills the database before the processes start. What it gives is handed on to who uses the session. */
  readonly prepare?: (databaseUrl: string) => Promise<Prepared>;
}

interface SessionLoad {
  readonly workload: WorkloadName;
  readonly prefix: string;
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

/** A subject on a database of its own. */
export interface Session {
  /** As the owner. */
  readonly databaseUrl: string;
  /** As the subject's processes connect: the product's as its role, those of peers, which make tables, as the owner. */
  readonly subjectUrl: string;
  readonly subject: RunningSubject;
  readonly meter: DatabaseMeter;
  /** For questions of the command's own. */
  readonly sql: Sql;
  send(load: SessionLoad): Promise<LoadResult>;
  /** Sends sales that are not measured, until they are posted. */
  warmUp(load: Omit<SessionLoad, "prefix">): Promise<void>;
  /** Sends, and reads CPU and memory from the first request until `settled` resolves: for sales when they are posted. */
  measure(load: SessionLoad, settled?: (result: LoadResult) => Promise<void>): Promise<Measured>;
  /** Resolves when the sales of a load are posted. To be called once for each, in the order they were sent. */
  awaitPosted(result: LoadResult): Promise<void>;
}

/** Opens a session, uses it, and takes everything down again whatever happens. */
export async function withSession<T, Prepared>(
  bench: Bench,
  spec: SessionSpec<Prepared>,
  use: (session: Session, prepared: Prepared) => Promise<T>,
): Promise<T> {
  const database = await bench.servers.openDatabase(spec.members);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const closers = createClosers();
  closers.add(() => database.drop());
  closers.add(() => sql.end());
  try {
    // Undefined where there is no `prepare`, and then nobody knows what type it would have.
    const prepared = (await spec.prepare?.(database.url)) as Prepared;
    const { env, nodeArgs = [], servers } = bench;
    const { apis = 1, workers = 1 } = spec;
    const name = spec.subject ?? "product";
    const subjectUrl = name === "product" ? database.serviceUrl : database.url;
    const options = { databaseUrl: subjectUrl, queueUrl: servers.redisUrl, env, nodeArgs, apis, workers };
    const subject = await startSubject(name, options);
    closers.add(() => subject.stop());
    const meter = await openMeter(database.url);
    closers.add(() => meter.close());
    await meter.checkpoint();
    const session = await sessionOf(bench, spec.members, {
      databaseUrl: database.url,
      subjectUrl,
      subject,
      meter,
      sql,
    });
    const used = await use(session, prepared);
    await closers.close();
    return used;
  } catch (error) {
    // What went wrong first is what is told.
    await closers.close().catch(() => undefined);
    throw error;
  }
}

async function sessionOf(
  { servers, load }: Bench,
  members: number,
  parts: Pick<Session, "databaseUrl" | "subjectUrl" | "subject" | "meter" | "sql">,
): Promise<Session> {
  const { subject, meter } = parts;
  let entries = await meter.posted();
  const send = ({ workload: name, prefix, ids, ...spec }: SessionLoad) => {
    const workload = { name, prefix, members, ...(ids && { ids }) };
    return load.ask({ ...spec, url: subject.urls, workload });
  };
  const awaitPosted = ({ accepted }: LoadResult) => {
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
