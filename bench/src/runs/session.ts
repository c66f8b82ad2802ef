import postgres, { type Sql } from "postgres";
import type { LoadResult, Pace } from "../load/load.types.ts";
import type { WorkloadName } from "../load/workload.ts";
import { type DatabaseMeter, openMeter } from "../measure/database.ts";
import { type ByPart, openProcessMeter } from "../measure/processes.ts";
import { type RunningSubject, type SubjectName, startSubject } from "../subject/subject.ts";
import type { Bench } from "./measure.ts";

interface SessionSpec {
  /** The product where left out. */
  readonly subject?: SubjectName;
  readonly members: number;
  readonly apis?: number;
  readonly workers?: number;
  /** Fills the database before the processes start. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
}

interface SessionLoad {
  readonly workload: WorkloadName;
  readonly prefix: string;
  readonly connections: number;
  readonly pace: Pace;
  readonly ids?: readonly string[];
}

export interface Measured {
  readonly result: LoadResult;
  readonly cpuSeconds: ByPart;
  readonly peakMib: Readonly<Record<"api" | "worker", number>>;
}

/** A subject on a database of its own. */
export interface Session {
  readonly databaseUrl: string;
  readonly subject: RunningSubject;
  readonly meter: DatabaseMeter;
  /** For questions of the command's own. */
  readonly sql: Sql;
  send(load: SessionLoad): Promise<LoadResult>;
  /** Sends, and reads CPU and memory from the first request until `settled` resolves. */
  measure(load: SessionLoad, settled: (result: LoadResult) => Promise<void>): Promise<Measured>;
  /** Resolves when so many entries are in the ledger, those of the filling included. */
  awaitEntries(entries: number): Promise<void>;
}

/** Opens a session, uses it, and takes everything down again whatever happens. */
export async function withSession<T>(
  bench: Bench,
  spec: SessionSpec,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const database = await bench.servers.openDatabase(spec.members);
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  const closers: (() => Promise<unknown>)[] = [() => sql.end(), () => database.drop()];
  try {
    await spec.prepare?.(database.url);
    const { env, nodeArgs = [], servers } = bench;
    const { apis = 1, workers = 1 } = spec;
    const options = { databaseUrl: database.url, queueUrl: servers.redisUrl, env, nodeArgs, apis, workers };
    const subject = await startSubject(spec.subject ?? "product", options);
    closers.unshift(() => subject.stop());
    const meter = await openMeter(database.url);
    closers.unshift(() => meter.close());
    await meter.checkpoint();
    const used = await use(sessionOf(bench, spec, { databaseUrl: database.url, subject, meter, sql }));
    await closeAll(closers);
    return used;
  } catch (error) {
    // What went wrong first is what is told.
    await closeAll(closers).catch(() => undefined);
    throw error;
  }
}

/** Closes each once, whatever becomes of the others. */
async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  let failure: unknown;
  for (const close of closers.splice(0)) await close().catch((error: unknown) => (failure ??= error));
  if (failure !== undefined) throw failure;
}

function sessionOf(
  { servers, load }: Bench,
  { members }: SessionSpec,
  parts: Pick<Session, "databaseUrl" | "subject" | "meter" | "sql">,
): Session {
  const send = ({ workload: name, prefix, ids, connections, pace }: SessionLoad) => {
    const workload = { name, prefix, members, ...(ids && { ids }) };
    return load.run({ url: parts.subject.urls, connections, pace, workload });
  };
  return {
    ...parts,
    send,
    async measure(spec, settled) {
      await parts.meter.reset();
      const processes = openProcessMeter(parts.subject, servers);
      try {
        const result = await send(spec);
        await settled(result);
        return { result, cpuSeconds: processes.cpuSeconds(), peakMib: processes.peakMib() };
      } finally {
        processes.close();
      }
    },
    awaitEntries: (entries) => parts.meter.awaitPosted(entries),
  };
}
