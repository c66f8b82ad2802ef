import { setTimeout as delay } from "node:timers/promises";
import { isEmpty, poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { unless } from "../check/book.ts";
import type { FleetProcess } from "../fleet/fleet.start.ts";
import type { PostgresProxy } from "../proxy/proxy.open.ts";
import type { Caught, Point } from "../proxy/trap.ts";
import type { World } from "../round/world.ts";

const catchMsMax = 4_000;

/** Waits until a process reaches a point, and acts there. @returns false if the process does not reach it */
export async function catchAt(proxy: PostgresProxy, point: Point, act: (caught: Caught) => void): Promise<boolean> {
  const trap = proxy.catchAt(point, act);
  const timer = new AbortController();
  const late = delay(catchMsMax, false, { signal: timer.signal }).catch(() => false);
  const isCaught = await Promise.race([trap.caught.then(() => true), late]);
  timer.abort();
  trap.disarm();
  return isCaught;
}

/** The product's sessions that have written to a table, and wait for their process inside the transaction. */
const readWriters = (sql: Sql, table: string) => sql`
  select a.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where a.datname = current_database() and a.application_name like 'rewards-%' and a.state = 'idle in transaction'
    and l.relation = ${table}::regclass and l.mode = 'RowExclusiveLock' and l.granted`;

/**
 * Kills a process at a point (SIGKILL).
 * @param table that it must have written to, so that it holds its locks.
 * @returns how to restart it; false if it does not reach the point.
 */
export async function killAt({ sql, expect }: World, victim: FleetProcess, point: Point, table?: string) {
  const held: Caught[] = [];
  if (!(await catchAt(victim.proxy, point, (caught) => held.push(caught)))) return false;
  const isWriter = async () => table === undefined || !isEmpty(await readWriters(sql, table));
  const hasWritten = await poll(isWriter, Boolean, catchMsMax);
  victim.signal("SIGKILL");
  for (const caught of held) caught.cut();
  expect(unless(hasWritten, "void", victim.name, `it had not written to ${table} when it was killed`));
  return () => victim.restart();
}
