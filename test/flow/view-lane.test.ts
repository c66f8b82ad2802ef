import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { times } from "../src/records.ts";
import { type Answer, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { freshKey } from "./support/fixtures.ts";
import { useStack, whileLocked } from "./support/stack.ts";

const stack = useStack({ workers: 0, env: { VIEW_THREADS_MAX: "1" } });
const callsCount = 150;
const codes = times(callsCount, () => freshKey("store"));
const segments = times(3, () => freshKey("segment"));
let ids: string[];
beforeAll(async () => {
  const { client } = stack;
  ids = await Promise.all(codes.map((StoreCode) => client.created("Store", { StoreCode, Name: `ä€😀 ${StoreCode}` })));
  await Promise.all(segments.map((Name) => client.created("Segment", { Name })));
});

const storeOf = (StoreCode: string) => stack.client.view("GetStoreByBusinessKeys", { StoreCode });
const segmentOf = (Name: string, client = stack.client) => client.view("SegmentsByName", { Name });
const bodyOf = ({ status, body }: Answer) => [status, { ...body, fetchDateTime: undefined }];
const found = (answers: readonly Answer[]) => answers.map(({ status, body }) => [status, body.resultCount]);

/** Each of these, sent at once by one caller, is answered like a lone call. */
const kinds: readonly (readonly [string, (index: number) => Promise<Answer>])[] = [
  ["a view by key", (index) => storeOf(codes[index] as string)],
  ["some of its fields", (index) => stack.client.view("GetStoreByBusinessKeys", { StoreCode: codes[index] }, ["Name"])],
  ["its number", (index) => sendTo("POST", "/count", { dataViewParameters: { StoreCode: codes[index] } })],
  ["a view by GET", (index) => sendTo("GET", queryOf(codes[index]))],
  ["a view by HEAD", (index) => sendTo("HEAD", queryOf(codes[index]))],
  ["a record by ID", (index) => stack.client.read(ids[index] as string)],
];
const sendTo = (method: string, path: string, body?: object) =>
  stack.client.send(method, `${root}/data_views/GetStoreByBusinessKeys${path}`, body);
const queryOf = (StoreCode: string | undefined) =>
  `?dataViewParameters=${encodeURIComponent(JSON.stringify({ StoreCode }))}`;

test.each(kinds)("%s: calls in batches are answered as each alone", async (_, send) => {
  const alone: Answer[] = [];
  for (const index of [0, 1, callsCount - 1]) alone.push(await send(index));
  const together = await Promise.all(times(callsCount, send));
  expect(together.map(({ status }) => status)).toEqual(times(callsCount, () => 200));
  expect([0, 1, callsCount - 1].map((index) => bodyOf(together[index] as Answer))).toEqual(alone.map(bodyOf));
  for (const name of ["content-type", "content-length", "etag", "vary"])
    expect(together[1]?.headers.get(name)).toBe(alone[1]?.headers.get(name));
});

test("calls that are wrong or that the lane cannot answer get their own answers, and their neighbours theirs", async () => {
  const parameters = { StoreCode: codes[0] };
  const [wrong, unknown, paged, right, unreadable] = await Promise.all([
    stack.client.view("GetStoreByBusinessKeys", { StoreCode: 7 }),
    stack.client.read("STR-00000000000000000000000000000000"),
    sendTo("POST", "", { dataViewParameters: parameters, paging: { pageSize: 1 } }),
    storeOf(codes[0] as string),
    stack.client.sendRaw("POST", `${root}/data_views/GetStoreByBusinessKeys`, "{"),
  ]);
  expectError(wrong, 400, "Error_Parameter_Type");
  expectError(unknown, 404, "Error_Object_Unknown");
  expectError(unreadable, 400, "Error_Body_Malformed");
  expect(paged.body).toMatchObject({ resultCount: 1, pageSize: 1, hasMoreResults: false });
  expect(found([right])).toEqual([[200, 1]]);
});

test("while the statement of one view waits, other views are answered, and then it is, too", async () => {
  const waiting = await whileLocked(stack, "segment", "access exclusive", async () => {
    const calls = segments.map((name) => segmentOf(name));
    expect(found(await Promise.all(codes.map(storeOf)))).toEqual(times(callsCount, () => [200, 1]));
    return { calls };
  });
  expect(found(await Promise.all(waiting.calls))).toEqual(segments.map(() => [200, 1]));
});

test("a caller who hangs up, and one whose time is over, harm no neighbour", async () => {
  const { client, url } = await stack.startApi({ VIEW_MS_MAX: "1000", VIEW_THREADS_MAX: "1" });
  expect(found([await segmentOf(segments[0] as string, client)])).toEqual([[200, 1]]);
  await whileLocked(stack, "segment", "access exclusive", async () => {
    const leaving = new AbortController();
    const path = `${url}${root}/data_views/SegmentsByName?dataViewParameters=${encodeURIComponent(`{"Name":"${segments[0]}"}`)}`;
    const left = fetch(path, { signal: leaving.signal }).catch(() => "left");
    const late = segmentOf(segments[1] as string, client);
    leaving.abort();
    expect(await left).toBe("left");
    expectError(await late, 503, "Error_DataView_Timeout");
  });
  await expect.poll(async () => found([await segmentOf(segments[1] as string, client)])).toEqual([[200, 1]]);
});

/** Ends the first thread of the process that finds the file, and the file with it. */
const endThread = (file: string) => `
  import { unlinkSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const end = () => { try { unlinkSync(${JSON.stringify(file)}); process.exit(1); } catch {} };
  if (!isMainThread) setInterval(end, 10).unref();`;

test("a thread that ends within a batch leaves no call without an answer, and the next batch is answered", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "rewards-test-thread-")), "end");
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(endThread(file))}`;
  const { client } = await stack.startApi({ VIEW_THREADS_MAX: "1", NODE_OPTIONS });
  const { calls } = await whileLocked(stack, "segment", "access exclusive", async () => {
    const calls = times(20, (index) => segmentOf(segments[index % segments.length] as string, client));
    await expect.poll(() => waitingSessions()).toBeGreaterThan(0);
    await writeFile(file, "");
    await expect.poll(() => existsSync(file)).toBe(false);
    return { calls };
  });
  for (const answer of await Promise.all(calls))
    if (answer.status === 200) expect(answer.body.resultCount).toBe(1);
    else expectError(answer, 503, "Error_Service_Overloaded");
  expect(found(await Promise.all(segments.map((name) => segmentOf(name, client))))).toEqual(
    segments.map(() => [200, 1]),
  );
});

const waitingSessions = async () =>
  (
    await stack.database
      .sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).length;
