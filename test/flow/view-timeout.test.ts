import { beforeAll, expect, test, vi } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { useStack, whileLocked } from "./support/stack.ts";

/** Shorter than any wait for a lock. */
const viewMsMax = 1_000;
const poolMax = 4;
/** One address may take three quarters of the pool. A cancelled statement that has not ended yet holds one more session. */
const ofAddress = 3;
const callsCount = 2 * poolMax;

const stack = useStack({
  workers: 0,
  env: { VIEW_MS_MAX: String(viewMsMax), VIEW_THREADS_MAX: "1", VIEW_POOL_MAX: String(poolMax) },
});
beforeAll(async () => {
  // Opening a session may take longer than these views may.
  const openSessions = async () => {
    await Promise.all(Array.from({ length: callsCount }, () => stack.client.view("SegmentList")));
    expect((await sessions()).pids.length).toBeGreaterThanOrEqual(ofAddress);
  };
  await withoutSegments(() => vi.waitFor(openSessions, { timeout: 120_000 }));
});

/** Locks segments against every reader until `meanwhile` is done. */
const withoutSegments = (meanwhile: () => Promise<void>) =>
  whileLocked(stack, "segment", "access exclusive", meanwhile);

/** The API's read sessions that ran a view, and the number of them that wait for a lock. */
async function sessions() {
  const rows = await stack.database.sql<{ pid: number; waits: boolean }[]>`
    select pid, wait_event_type is not distinct from 'Lock' and state = 'active' as waits from pg_stat_activity
    where datname = current_database() and application_name = 'rewards-api-reader' and query ilike '%segment%'`;
  return { waiting: rows.filter(({ waits }) => waits).length, pids: rows.map(({ pid }) => pid).toSorted() };
}

test("a view that takes too long is cancelled and refused with 503, and its session serves the next view", async () => {
  let used: number[] = [];
  await withoutSegments(async () => {
    const calls = Array.from({ length: callsCount }, () => stack.client.view("SegmentList"));
    for (const answer of await Promise.all(calls)) {
      expectError(answer, 503, "Error_DataView_Timeout");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    // The answer may come before Postgres has ended the statement.
    await expect.poll(async () => (await sessions()).waiting, { interval: 5, timeout: 60_000 }).toBe(0);
    used = (await sessions()).pids;
  });
  expect(used.length).toBeGreaterThanOrEqual(ofAddress);
  /** A view may take a second, which is short for a slow machine. */
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: callsCount }, () => stack.client.view("SegmentList")));
    return answers.map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(Array(callsCount).fill(200));
  expect((await sessions()).pids).toEqual(expect.arrayContaining(used));
});

test("a view whose caller disconnected is cancelled when its time is over", async () => {
  await withoutSegments(async () => {
    const url = `${stack.client.url}${root}/data_views/SegmentList`;
    /** Hangs up once the view waits. It may have ended before a slow machine sees that. */
    async function hangUp(): Promise<string> {
      const caller = new AbortController();
      let isAnswered = false;
      const call = fetch(url, { signal: caller.signal }).then(
        async (answer) => {
          isAnswered = true;
          await answer.text();
          return "answered";
        },
        () => "hung up",
      );
      while (!isAnswered && (await sessions()).waiting !== 1);
      caller.abort();
      return call.catch(() => "hung up");
    }
    await expect.poll(hangUp).toBe("hung up");
    await expect.poll(async () => (await sessions()).waiting, { interval: 5, timeout: 60_000 }).toBe(0);
  });
  expect(await stack.client.view("SegmentList")).toMatchObject({ status: 200 });
});
