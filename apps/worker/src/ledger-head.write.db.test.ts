import { describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../../test/src/records.ts";
import {
  createTestLogger,
  findBackends,
  openQueueServer,
  openTestService,
  type TestService,
} from "../../../test/src/service.ts";
import { startWorker } from "./worker.ts";

const path = process.env["PATH"];
const backends = await findBackends(path);
const waiting = { timeout: 240_000, interval: 50 };
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A worker as its process starts it, stopped at the test's end. */
function start(databaseUrl: string, queueUrl: string): void {
  const steps: (() => Promise<void>)[] = [];
  const { logger } = createTestLogger();
  const options = { databaseUrl, databasePoolMax: 4, queueUrl, logger, recoveryEveryMs: 200 };
  startWorker(options, { add: (_, step) => void steps.push(() => step(9_000)) });
  onTestFinished(async () => {
    for (const step of steps) await step();
  });
}

const pointsId = "01900000-0000-7000-8000-000000000002";

/** Posts an entry in an hour that is over, as in a ledger older than the heads. Returns the end of that hour. */
async function addEntry({ database: { sql } }: TestService, daysAgo: number): Promise<string> {
  const at = new Date(Date.now() - daysAgo * dayMs).toISOString();
  await sql`
    insert into ledger_entry (id, member, currency, sequence, type, currency_awarded, member_balance, awarded_after, source_class, source_id, create_date_time, hash, why)
    values (${newId()}, ${newId()}, ${pointsId}, 1, 'Sale', 1, 1, 1, 'SaleCase', ${newId()}, ${at}, sha256('x'), '{}')`;
  return new Date(Math.floor(Date.parse(at) / hourMs + 1) * hourMs).toISOString();
}

const endsWithHeads = async ({ database: { sql } }: TestService) =>
  (await sql<{ until: Date }[]>`select until from ledger_period_head order by until`).map(({ until }) =>
    until.toISOString(),
  );

const countedEntries = async ({ database: { sql } }: TestService) =>
  (await sql<{ count: string }[]>`select count from ledger_day order by day`).map(({ count }) => Number(count));

describe.each(backends)("with the queue on %s", async (backend) => {
  const service = await openTestService(6);
  const queue = await openQueueServer(backend, service, path);

  test("workers write the heads and totals of the past by themselves, each once, also after the queue was emptied", async () => {
    const earlier = await addEntry(service, 5);
    for (let worker = 0; worker < 2; worker += 1) start(service.workerUrl, queue.url);
    await expect.poll(() => endsWithHeads(service), waiting).toEqual([earlier]);
    await expect.poll(() => countedEntries(service), waiting).toEqual([1]);
    const later = await addEntry(service, 3);
    await queue.empty();
    await expect.poll(() => endsWithHeads(service), waiting).toEqual([earlier, later]);
  });
});
