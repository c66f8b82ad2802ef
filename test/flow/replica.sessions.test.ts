import { openDatabase } from "@rewards/db";
import { createClosers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { type PairedServer, type PostgresPair, startPostgresPair } from "@rewards/lab/postgres-pair";
import { lookAtReplica, openReplicaSessions, parsePosition, watchReplica } from "@rewards/operations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pauseReplay, resumeReplay, roleUrl, statementsOn, replicaWaits as waits } from "./support/replica.ts";

const closers = createClosers();
afterAll(closers.close);

let pair: PostgresPair;
beforeAll(async () => {
  pair = await startPostgresPair(migrate);
  closers.add(pair.stop);
});

/** The sessions of the API's role on a standby. */
function openSessions({ url }: PairedServer) {
  const sessions = openReplicaSessions({
    url: roleUrl("api", url),
    name: "test",
    sessionsMax: 1,
    statementMsMax: 60_000,
  });
  closers.add(() => sessions.close(1));
  return sessions;
}

function openPrimary({ url }: PairedServer) {
  const { sql, close } = openDatabase({ url: roleUrl("api", url), name: "test", poolMax: 2, viewPoolMax: 1 });
  closers.add(close);
  return sql;
}

const askFor = async (server: PairedServer, expression: string) =>
  String((await server.ask(`select (${expression})::text as value`))[0]?.["value"]);
const systemIdOf = (server: PairedServer) => askFor(server, "(pg_control_system()).system_identifier");

test("a statement that the replay cancels is a reason to ask the primary", async () => {
  const sessions = openSessions(pair.second);
  const fence = { replayed: 0n, systemId: await systemIdOf(pair.second), timeline: 1 };
  // The first read connects, which may take longer than a read may wait.
  const one = () => sessions.read(fence, undefined, (sql) => sql`select 1 as one`).catch(String);
  await expect.poll(one, waits).toEqual([{ one: 1 }]);
  await pair.second.ask("alter system set max_standby_streaming_delay = 0");
  await pair.second.ask("select pg_reload_conf()");
  try {
    /** The code with which a long read fails. One that the standby does not answer in time is not begun: none. */
    const failOne = async () => {
      const read = sessions.read(fence, undefined, (sql) => sql`select pg_sleep(60) from currency`);
      const failed = read.then(
        () => "done",
        (error: { code?: string }) => error.code ?? "not begun",
      );
      const isRead = async () => (await statementsOn(pair.second, "test")).includes("pg_sleep");
      let outcome: string | undefined;
      void failed.then((code) => {
        outcome = code;
      });
      await expect.poll(async () => outcome !== undefined || (await isRead()), waits).toBe(true);
      await pair.first.ask("begin; lock table currency in access exclusive mode; commit");
      return failed;
    };
    await expect.poll(failOne, waits).toBe("40001");
  } finally {
    await pair.second.ask("alter system reset max_standby_streaming_delay");
    await pair.second.ask("select pg_reload_conf()");
  }
});

test("a server that is another database or timeline, or has not replayed enough, answers no read", async () => {
  const sessions = openSessions(pair.second);
  const fence = { replayed: 0n, systemId: await systemIdOf(pair.second), timeline: 1 };
  const read = (more: object) => () =>
    sessions.read({ ...fence, ...more }, undefined, (sql) => sql`select 1 as one`).catch(String);
  await expect.poll(read({}), waits).toEqual([{ one: 1 }]);
  await expect.poll(read({ systemId: "1" }), waits).toContain("is no standby");
  await expect.poll(read({ timeline: 2 }), waits).toContain("another timeline");
  await expect.poll(read({ replayed: 2n ** 63n }), waits).toContain("replayed enough");
});

test("a command measures the lag, and says what to do about a paused replay", async () => {
  const primary = openPrimary(pair.first);
  const look = () => lookAtReplica(primary, roleUrl("api", pair.second.url));
  await expect.poll(look, waits).toEqual({ reason: null, lagMs: expect.any(Number) });
  await pauseReplay(pair.second);
  try {
    await pair.first.ask("create table written_while_paused ()");
    await expect.poll(look, waits).toEqual({ reason: expect.stringContaining("paused replay"), lagMs: null });
  } finally {
    await resumeReplay(pair.second);
  }
});

const positionOf = async (server: PairedServer, name: "pg_current_wal_lsn" | "pg_last_wal_replay_lsn") =>
  parsePosition(await askFor(server, `${name}()`)) as bigint;

/** Looks at a standby as a console of this primary does. */
function watch(primary: PairedServer, standby: PairedServer) {
  const url = roleUrl("console", standby.url);
  const logger = { info: () => undefined, warn: () => undefined };
  const found = watchReplica({ url, name: "test", sql: openPrimary(primary), lagMsMax: 600_000, logger });
  closers.add(found.stop);
  return found;
}

test("a standby that followed a promotion is used after its next checkpoint", async () => {
  await pair.first.end();
  await pair.second.promote();
  await expect.poll(() => askFor(pair.second, "pg_is_in_recovery()"), waits).toBe("false");
  await pair.first.follow();
  const { state, fence } = watch(pair.second, pair.first);
  await expect
    .poll(async () => {
      await pair.second.ask("checkpoint");
      await pair.first.ask("checkpoint");
      return state();
    }, waits)
    .toMatchObject({ isUsed: true, reason: undefined });
  expect(fence(undefined)).toMatchObject({ timeline: 2 });
});

test("a standby that stayed with the former primary is not used, however far the new one is", async () => {
  await pair.first.promote();
  await expect.poll(() => askFor(pair.first, "pg_is_in_recovery()"), waits).toBe("false");
  await pair.second.ask("create table written_by_the_former_primary as select generate_series(1, 1000) as n");
  await pair.second.end();
  // Its history has gone on, so it cannot follow, and shows what it has.
  await pair.second.follow();
  const { state, fence } = watch(pair.first, pair.second);
  await expect.poll(() => state().reason, waits).toContain("pg_rewind");
  await pair.first.ask("create table written_by_the_new_primary as select generate_series(1, 20000) as n");
  const replayed = await positionOf(pair.second, "pg_last_wal_replay_lsn");
  expect(await positionOf(pair.first, "pg_current_wal_lsn")).toBeGreaterThan(replayed);
  await expect.poll(() => state().reason, waits).toContain("on timeline 2, and the primary on 3");
  expect(fence(undefined)).toBeUndefined();
  const primary = openPrimary(pair.first);
  const look = () => lookAtReplica(primary, roleUrl("api", pair.second.url));
  await expect.poll(look, waits).toEqual({ reason: expect.stringContaining("on timeline 2"), lagMs: null });

  const wanted = { replayed, systemId: await systemIdOf(pair.second), timeline: 3 };
  const sessions = openSessions(pair.second);
  const read = () => sessions.read(wanted, undefined, (sql) => sql`select 1 as one`).catch(String);
  await expect.poll(read, waits).toContain("another timeline");
});
