import { expiryRules, type Sql, type Tx } from "@rewards/db";
import { type ExpiryRules, stagedClasses, sweepDueSince } from "@rewards/domain";
import { countWorkers } from "./lease/lease.hold.ts";
import { type PartitionStatus, readLedgerPartitions, readPartitionStatus } from "./partition/partition.read.ts";
import { showRow } from "./row.show.ts";
import { demandSchema, type SchemaState } from "./schema.read.ts";

/**
 * How long the oldest pending record has waited, ms by Postgres' clock, if no worker runs; undefined if one does, or if no
 * record waits.
 */
export async function readUnattended(sql: Sql): Promise<number | undefined> {
  if ((await countWorkers(sql)) > 0) return undefined;
  const [row] = await sql<{ ms: number | null }[]>`
    select (extract(epoch from clock_timestamp() - min(o.since)) * 1000)::float8 as ms
    from unnest(${[...stagedClasses]}::text[]) as c(class)
      cross join lateral (select since from pending p where p.class = c.class order by since limit 1) as o`;
  return row?.ms ?? undefined;
}

/** Counts stop at this number of rows, so that a deep backlog does not make them slow. */
export const countedRowsMax = 100_000;

/** A count up to `countedRowsMax`, which means that many or more. Failing and postponed records share this limit. */
export type BoundedCount = number;

interface ClassStatus {
  readonly class: string;
  readonly pending: BoundedCount;
  /** When the oldest record began to wait; null if no record waits. */
  readonly oldestAt: string | null;
  /** How long the oldest record has waited, by Postgres' clock. */
  readonly oldestMs: number | null;
  /** Records with a failed attempt that will be tried again. */
  readonly failing: BoundedCount;
  /** Records set aside without an attempt: they were replayed, another session holds what they need, or their turn comes. */
  readonly postponed: BoundedCount;
}

interface AwaitingStatus {
  readonly sales: BoundedCount;
  readonly forMember: BoundedCount;
  readonly forStore: BoundedCount;
  /** Returns whose original sale is not posted. */
  readonly forOriginal: BoundedCount;
  readonly oldestAt: string | null;
  readonly oldestMs: number | null;
}

/** The sweep of expired points. */
interface SweepStatus {
  /** Since when it is due, for the currency that waits longest; null if it is not. It runs every minute. */
  readonly dueAt: string | null;
  readonly dueMs: number | null;
}

export interface ServiceStatus {
  /** Postgres' clock, ISO 8601. */
  readonly at: string;
  readonly postgres: string;
  readonly schema: SchemaState;
  readonly classes: readonly ClassStatus[];
  readonly deadLetters: readonly { readonly class: string; readonly reason: string; readonly count: BoundedCount }[];
  readonly awaiting: AwaitingStatus;
  readonly sweep: SweepStatus;
  readonly partitions: PartitionStatus;
  /** How many partitions the ledger has; one is a table without partitions. */
  readonly ledgerPartitions: number;
  /** Workers that announced themselves in the last ten seconds. */
  readonly workers: number;
  /** Open connections by their application_name in pg_stat_activity. */
  readonly sessions: readonly { readonly name: string; readonly count: number }[];
}

/**
 * Reads the state of the service from Postgres in one snapshot, with indexes and bounded counts only.
 * @throws Postgres' error if the schema is older than these statements need, an Error with the remedy if the role may not
 * read it (see demandSchema).
 */
export async function readServiceStatus(sql: Sql): Promise<ServiceStatus> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const [server, parts] = await Promise.all([
      readServer(tx),
      readTogether({
        schema: demandSchema(tx),
        classes: readClasses(tx),
        deadLetters: readDeadLetters(tx),
        awaiting: readAwaiting(tx),
        sweep: readSweep(tx),
        partitions: readPartitionStatus(tx),
        ledgerPartitions: readLedgerPartitions(tx),
        workers: countWorkers(tx),
        sessions: readSessions(tx),
      }),
    ]);
    return { ...server, ...parts };
  });
}

/** The results of reads that were sent to Postgres one after the other, without waiting. */
async function readTogether<Results extends object>(
  reads: {
    readonly [Name in keyof Results]: Promise<Results[Name]>;
  },
): Promise<Results> {
  const read = Object.entries(reads).map(async ([name, result]) => [name, await result]);
  return Object.fromEntries(await Promise.all(read));
}

async function readServer(tx: Tx): Promise<Pick<ServiceStatus, "at" | "postgres">> {
  const [row = {}] = await tx`
    select clock_timestamp() as at, split_part(current_setting('server_version'), ' ', 1) as postgres`;
  return showRow(row);
}

/** How long ago a time was, by Postgres' clock. */
const msSince = (tx: Tx, at: string) => tx`round(extract(epoch from clock_timestamp() - ${tx(at)}) * 1000)::float8`;

async function readClasses(tx: Tx): Promise<ClassStatus[]> {
  const rows = await tx`
    select c.class, o.since as "oldestAt", ${msSince(tx, "o.since")} as "oldestMs",
      (select count(*)::int from (select from pending p where p.class = c.class limit ${countedRowsMax}) as counted) as pending,
      f.failing, f.postponed
    from unnest(${[...stagedClasses]}::text[]) as c(class)
      left join lateral (select p.since from pending p where p.class = c.class order by p.since limit 1) as o on true
      cross join lateral (
        select count(*) filter (where attempts > 0)::int as failing, count(*) filter (where attempts = 0)::int as postponed
        from (select attempts from failing f where f.class = c.class limit ${countedRowsMax}) as counted) as f`;
  return rows.map((row) => showRow<ClassStatus>(row));
}

async function readDeadLetters(tx: Tx): Promise<ServiceStatus["deadLetters"]> {
  const rows = await tx<{ class: string; reason: string; count: number }[]>`
    select class, reason, count(*)::int from (
      select class, reason from dead_letter order by reason, class, id limit ${countedRowsMax}) as counted
    group by class, reason order by class, reason`;
  return [...rows];
}

/**
 * The oldest sale is the one with the lowest ID, since an ID begins with the time of the API process that made it. Its
 * age is by Postgres' clock.
 */
async function readAwaiting(tx: Tx): Promise<AwaitingStatus> {
  // Without returns that a worker takes now: their rows have no keys.
  const waiting = tx`
    (select sale_id, member, store, original from awaiting order by sale_id limit ${countedRowsMax}) as rows
    where num_nonnulls(member, store, original) > 0`;
  const [row = {}] = await tx`
    select counted.*, s.create_date_time as "oldestAt", ${msSince(tx, "s.create_date_time")} as "oldestMs"
    from (
      select count(*)::int as sales, count(member)::int as "forMember", count(store)::int as "forStore",
        count(original)::int as "forOriginal"
      from ${waiting}) as counted
      left join sale s on s.id = (select sale_id from ${waiting} order by sale_id limit 1)`;
  return showRow<AwaitingStatus>(row);
}

async function readSweep(tx: Tx): Promise<SweepStatus> {
  const rows = await tx<{ rules: ExpiryRules; swept_to: Date | null; clock: Date }[]>`
    select ${expiryRules(tx)} as rules, c.swept_to, clock_timestamp() as clock
    from currency c join programme p on p.id = c.program
    where coalesce(c.expiry_months, c.expiry_inactive_months) is not null`;
  const dues = rows.flatMap(({ rules, swept_to: mark, clock }) => {
    const sinceMs = sweepDueSince(rules, mark?.getTime() ?? null, clock.getTime());
    return sinceMs === undefined ? [] : [{ dueAt: new Date(sinceMs).toISOString(), dueMs: clock.getTime() - sinceMs }];
  });
  const [longest] = dues.sort((one, other) => other.dueMs - one.dueMs);
  return longest ?? { dueAt: null, dueMs: null };
}

async function readSessions(tx: Tx): Promise<{ name: string; count: number }[]> {
  const rows = await tx<{ name: string; count: number }[]>`
    select application_name as name, count(*)::int from pg_stat_activity
    where datname = current_database() and application_name like 'rewards-%' and pid <> pg_backend_pid()
    group by 1 order by 1`;
  return [...rows];
}
