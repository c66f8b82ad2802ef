import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { openPool, transactionMsMax } from "../connection/connection.open.ts";

/** Three looks of a leader, which come every two seconds. If it freezes or is cut off, another one leads after this. */
const leaseMs = 6_000;
const statementMs = 5_000;
const closeWaitSeconds = 1;
const recovery = "recovery";

/** Each worker has one session of this name, so their number is the number of workers. */
export const leaderName = "rewards-recovery";
const leaderSession = {
  application_name: leaderName,
  idle_session_timeout: 30_000,
  statement_timeout: statementMs,
  transaction_timeout: transactionMsMax(statementMs),
};

/**
 * Leadership of recovery: held by one worker at a time, for some seconds from each look. A leader that is slower than
 * that may overlap with the next one, which only enqueues some records twice.
 */
export interface Leadership {
  /** True while this process leads; tries to take the lead otherwise. Never throws. */
  isHeld(): Promise<boolean>;
  /** Lets another process take the lead. Never throws: if Postgres is unreachable, the lead ends by itself. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

export function openLeadership(url: string): Leadership {
  const { sql, close } = openPool({ url, max: 1, session: leaderSession });
  const holder = `${hostname()}:${process.pid}:${randomUUID()}`;

  async function isHeld(): Promise<boolean> {
    try {
      const [row] = await sql<{ held: boolean }[]>`
        insert into lease (name, holder, until)
        values (${recovery}, ${holder}, clock_timestamp() + ${leaseMs} * interval '1 millisecond')
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or lease.until < clock_timestamp()
          -- Postgres' clock stepped back.
          or lease.until > excluded.until + ${leaseMs} * interval '1 millisecond'
        returning true as held`;
      return row?.held ?? false;
    } catch {
      return false;
    }
  }

  async function giveUp(): Promise<void> {
    await sql`update lease set until = '-infinity' where name = ${recovery} and holder = ${holder}`.catch(
      () => undefined,
    );
  }

  return {
    isHeld,
    giveUp,
    async close() {
      const gaveUp = giveUp();
      // A server that does not answer must not delay the end.
      await Promise.race([gaveUp, new Promise((resolve) => setTimeout(resolve, closeWaitSeconds * 500).unref())]);
      await close(closeWaitSeconds / 2);
    },
  };
}
