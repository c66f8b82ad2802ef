import { poll } from "@rewards/lab/poll";
import { verifyBooks } from "@rewards/operations";
import fc from "fast-check";
import { targets } from "../calls/targets.ts";
import { type FuzzResult, openTally, type Tally } from "../report.ts";
import { ExpectedState } from "../world/world.ts";
import { type Run, sendBatch } from "./batch.ts";
import { createExchanger } from "./exchange.ts";
import { type FuzzedService, type ServiceOptions, startFuzzedService } from "./service.ts";
import { batch, isSoundRecipe, type Recipe } from "./shot.ts";
import { startSlowCallers } from "./slow.ts";
import { sendTogether } from "./together.ts";

export interface FuzzOptions extends ServiceOptions {
  /** Sends at least this many. */
  readonly requests: number;
  readonly seed: number;
  /** From a failure: sends only its batch, and skips the final checks. */
  readonly path?: string | undefined;
  /** Waits until the service ends slow requests by itself, which takes half a minute. */
  readonly awaitsSlow: boolean;
  readonly onProgress?: (requests: number) => void;
}

/** Far more than any answer takes, also on a machine without a free core. */
const answerMsMax = 120_000;
const batchesOfSeed = 100;
/** So large that runs of neighbouring seeds share no batch. */
const seedStep = 7_919_317;
const seedsMax = 2 ** 31;
const firstBatches = 20;
const firstSeed = 1;
/** A run ends after so many times its requests, even if it has not called an endpoint yet. */
const allAskedMax = 3;
/** This long after the first failure, it is reported as small as it is by then. */
const smallerMsMax = 120_000;
const slowMsMax = 45_000;
const failuresMax = 20;
const settledMsMax = 120_000;
const settledEveryMs = 100;
/** Far more than a process uses under full load. */
const memoryMibMax = 512;

/** Fuzzes every endpoint of a separate service, from start to stop. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const service = await startFuzzedService(options);
  try {
    const startedMs = performance.now();
    const exchanger = createExchanger(service.url, answerMsMax);
    const run = { exchanger, world: new ExpectedState(service.sql), tally: openTally() };
    const slow = startSlowCallers(service.url, run.world);
    const failures = await sendFirst(run);
    if (failures.length === 0) failures.push(...(await sendAll(run, options)));
    exchanger.close();
    const isWhole = failures.length === 0 && options.path === undefined;
    failures.push(...(await slow.end(isWhole && options.awaitsSlow ? slowMsMax : undefined)));
    if (isWhole) failures.push(...(await lookBack(service, run)));
    failures.push(...service.faults);
    return {
      failures: failures.slice(0, failuresMax),
      tally: run.tally,
      memory: service.memory(),
      records: run.world.known.counts(),
      seconds: (performance.now() - startedMs) / 1_000,
    };
  } finally {
    await service.stop();
  }
}

/** Always the same sound requests, so that records exist to name, also when a failure is repeated. */
async function sendFirst(run: Run): Promise<string[]> {
  const failures: string[] = [];
  for (const recipes of fc.sample(batch, { numRuns: firstBatches, seed: firstSeed }))
    failures.push(...(await sendBatch(run, recipes.filter(isSoundRecipe))));
  return failures;
}

/** Has no stack: where it was thrown says nothing. */
class BatchFailure extends Error {
  override readonly stack = this.message;
}

/** Each hundred batches have a seed derived from the run's, which is enough to repeat a failure. */
async function sendAll(run: Run, { requests, seed, path, onProgress }: FuzzOptions): Promise<string[]> {
  let failedMs: number | undefined;
  const isEnough = () => {
    const { requests: sent } = run.tally;
    return sent >= requests * allAskedMax || (sent >= requests && unaskedIn(run.tally).length === 0);
  };
  const property = fc.asyncProperty(batch, async (recipes) => {
    const isOver = failedMs === undefined ? isEnough() : performance.now() > failedMs + smallerMsMax;
    if (isOver) return;
    const failures = await sendBatch(run, recipes);
    if (failures.length === 0) return;
    failedMs ??= performance.now();
    throw new BatchFailure(failures.join("\n"));
  });
  for (let offset = 0; !isEnough(); offset += 1) {
    const seedOfBatches = (seed + offset * seedStep) % seedsMax;
    const failures = path === undefined ? await sendTogether(run, seedOfBatches) : [];
    if (failures.length > 0) return failures;
    const details = await fc.check(property, {
      seed: seedOfBatches,
      numRuns: batchesOfSeed,
      ...(path !== undefined && { path }),
    });
    onProgress?.(run.tally.requests);
    if (details.failed && details.counterexample) return [failureOf(details)];
    if (path !== undefined) break;
  }
  return [];
}

function failureOf({ seed, counterexamplePath, numShrinks, errorInstance }: fc.RunDetails<[Recipe[]]>): string {
  const text = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  return `${text}\n  Made smaller ${numShrinks} times. Again: npm run fuzz -- --seed ${seed} --path ${counterexamplePath}`;
}

function unaskedIn({ asked }: Tally): string[] {
  const names = targets.map(({ kind, endpoint }) => `${kind.method} ${endpoint.path}`);
  return names.filter((name) => !asked.has(name));
}

/** When nothing is in flight: checks that everything is settled and the books add up. */
async function lookBack({ sql, memory }: FuzzedService, { world, tally }: Run): Promise<string[]> {
  const countPending = () => sql<{ count: number }[]>`select count(*)::int as count from pending`;
  const [pending] = await poll(countPending, ([found]) => found?.count === 0, settledMsMax, settledEveryMs);
  const books = await verifyBooks(sql);
  const [failing] = await sql<
    { count: number; error: string }[]
  >`select count(*)::int as count, min(error) as error from failing`;
  const unasked = unaskedIn(tally);
  return [
    ...(pending?.count === 0 ? [] : [`${pending?.count} records are still pending`]),
    ...(await world.compareAll()),
    ...books.map(({ check, broken, first }) => `${check}: broken ${broken} times, first by ${JSON.stringify(first)}`),
    ...(failing?.count ? [`workers failed on ${failing.count} records: ${failing.error}`] : []),
    ...Object.entries(memory()).flatMap(([name, { peakMib }]) =>
      peakMib > memoryMibMax ? [`${name} took ${Math.round(peakMib)} MiB`] : [],
    ),
    ...(unasked.length > 0 ? [`never asked: ${unasked.join(", ")}`] : []),
  ];
}
