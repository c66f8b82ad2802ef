import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { openPool, type Sql, type Tx, transactionMsMax } from "@rewards/db";
import { endsWithin } from "@rewards/runtime";

/** Three looks of a leader, which come every two seconds. If it freezes or is cut off, another one leads after this. */
const leaseMs = 6_000;
const statementMs = 5_000;
const closeWaitSeconds = 1;
const recovery = "recovery";

/** Five announcements. A worker that freezes or is cut off is no longer counted after this. */
const announcedMs = 10_000;
/** Where the names of the announcements begin. The number of partitions follows if there are several, then the holder. */
const workerPrefix = "worker ";
const prefixOf = (partitions: number) => (partitions === 1 ? workerPrefix : `${workerPrefix}${partitions}/`);

export const leaderName = "rewards-recovery";
const leaderSession = {
  application_name: leaderName,
  idle_session_timeout: 30_000,
  statement_timeout: statementMs,
  transaction_timeout: transactionMsMax(statementMs),
};

/** The place of a worker among those that share work, the same for all of them. */
export interface Rank {
  /** Counts from 0. */
  readonly index: number;
  readonly count: number;
}

export type Leadership = ReturnType<typeof openLeadership>;

/**
 * Leadership of recovery: held by one worker at a time, for some seconds from each look. A leader that is slower than
 * that may overlap with the next one, which only enqueues some records twice.
 */
export function openLeadership(url: string) {
  const { sql, close } = openPool({ url, max: 1, session: leaderSession });
  const holder = `${hostname()}:${process.pid}:${randomUUID()}`;

  /** Lets another process take the lead. Never throws: if Postgres is unreachable, the lead ends by itself. */
  async function giveUp(): Promise<void> {
    await sql`update lease set until = '-infinity' where name = ${recovery} and holder = ${holder}`.catch(
      () => undefined,
    );
  }

  const leave = () =>
    sql`delete from lease where holder = ${holder} and starts_with(name, ${workerPrefix})`.catch(() => undefined);

  return {
    /** True while this process leads; tries to take the lead otherwise. Never throws. */
    isHeld: (): Promise<boolean> => takeLead(sql, holder).catch(() => false),
    giveUp,
    /**
     * Makes `countWorkers` count this process for ten seconds. Never throws.
     * @returns the rank among the workers that announced themselves with the same number of partitions, if there are
     * several; undefined if Postgres does not answer.
     */
    announce: (partitions = 1): Promise<Rank | undefined> =>
      announceWorker(sql, holder, partitions).catch(() => undefined),
    async close(): Promise<void> {
      // A server that does not answer must not delay the end.
      await endsWithin(closeWaitSeconds * 500, Promise.all([giveUp(), leave()]));
      await close(closeWaitSeconds / 2);
    },
  };
}

async function takeLead(sql: Sql, holder: string): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`
    insert into lease (name, holder, until)
    values (${recovery}, ${holder}, clock_timestamp() + ${leaseMs} * interval '1 millisecond')
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until < clock_timestamp()
      -- Postgres' clock stepped back.
      or lease.until > excluded.until + ${leaseMs} * interval '1 millisecond'
    returning true as held`;
  return row?.held ?? false;
}

/** Removes what dead workers left, and what this one announced with another number. Otherwise the table would fill. */
async function announceWorker(sql: Sql, holder: string, partitions: number): Promise<Rank> {
  const prefix = prefixOf(partitions);
  const announced = prefix + holder;
  const others = await sql<{ name: string }[]>`
    with gone as (
      delete from lease where name in (
        select name from lease
        where starts_with(name, ${workerPrefix}) and name <> ${announced} and (holder = ${holder} or not ${isAnnounced(sql)})
        for update skip locked)
    ), own as (
      insert into lease as l (name, holder, until)
      values (${announced}, ${holder}, clock_timestamp() + ${announcedMs} * interval '1 millisecond')
      on conflict (name) do update set until = excluded.until
    )
    select name from lease where starts_with(name, ${prefix}) and name <> ${announced} and ${isAnnounced(sql)}`;
  const all = [announced, ...others.map(({ name }) => name)].sort();
  return { index: all.indexOf(announced), count: all.length };
}

/** The upper bound is for a clock of Postgres that stepped back: an announcement of the future would last too long. */
const isAnnounced = (sql: Sql | Tx) => sql`
  (until > clock_timestamp() and until <= clock_timestamp() + ${announcedMs} * interval '1 millisecond')`;

/** Workers that announced themselves in the last ten seconds, whatever connections a pooler holds for them. */
export async function countWorkers(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from lease where starts_with(name, ${workerPrefix}) and ${isAnnounced(sql)}`;
  return row?.count ?? 0;
}
