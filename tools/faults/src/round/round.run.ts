import { setTimeout as delay } from "node:timers/promises";
import { formatId, redemptionItem } from "@rewards/domain";
import { cloneDatabase, serviceUrlOf } from "@rewards/embedded";
import { type Closers, createClosers } from "@rewards/lab/closers";
import type { Sql } from "postgres";
import { type Rule, rowFinding } from "../check/book.ts";
import { readFacts } from "../check/facts.ts";
import type { Finding } from "../check/finding.ts";
import { checkRound } from "../check/round.check.ts";
import type { Fault, Heal } from "../faults/fault.ts";
import { startFleet } from "../fleet/fleet.start.ts";
import type { Guard } from "../guards/guard.ts";
import { createRewriter, type Rewriter } from "../guards/rewrite.ts";
import { startLoad } from "../load/load.run.ts";
import { isRefused, isUnknown, type LoadRecord } from "../load/record.ts";
import { createLoadState } from "../load/state.ts";
import { createRandom, type Random } from "../random.ts";
import type { RoundServers } from "../servers/servers.ts";
import { openSuiteSql } from "../servers/watch.ts";
import { startExpiring } from "./expire.run.ts";
import { settleAll } from "./settle.ts";
import { withRedis } from "./time.ts";
import type { World } from "./world.ts";

export interface RoundOptions {
  readonly servers: RoundServers;
  readonly seed: string;
  readonly round: number;
  readonly faults: readonly Fault[];
  /** The guard that is removed for this round. */
  readonly without?: Guard | undefined;
  readonly settleMsMax: number;
  /** As in the suite's options. */
  readonly patience?: number;
  readonly log: (line: string) => void;
}

const isAhead = (which: Fault["clocksAhead"], process: string) =>
  which === "all" || (which === "first-api" && process === "api-0");

interface Injection {
  readonly fault: string;
  /** Requests that had no answer when the harm began. */
  readonly inFlight: number;
  /** False if the point that the fault waits for was not reached. */
  readonly isDone: boolean;
}

export interface RoundResult {
  readonly injections: readonly Injection[];
  readonly findings: readonly Finding[];
  readonly requests: number;
  readonly refused: number;
  readonly unknown: number;
}

const processesOfEach = 2;
const callers = 20;
/** Load before the first harm, and after the last healing, ms. */
const quietMs = 500;
const startsWithinMs = 700;
const sessions = 4;

/** One round: a copy of the shop, real processes, load, harm, healing, and then the full check. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const closers = createClosers();
  try {
    const rewriter = createRewriter(options.without);
    const more: Rule[] = [];
    const world = await openWorld(options, rewriter, (rule) => void more.push(rule), closers);
    const { sql, load } = world;
    const expiring = startExpiring(world, createRandom(options.seed, world.backend, options.round, "expiring"));
    await delay(quietMs);
    const injections = await harmAll(options, world);
    await delay(quietMs);
    await load.stop();
    const overdue = await expiring.finish(options.settleMsMax);
    const stuck = [...overdue, ...(await settleAll(sql, options.settleMsMax))];
    await load.repeatSome();
    const findings = await checkRound(sql, { record: load.record, facts: await readFacts(sql) }, more);
    const kept = checkGuard(options.without, rewriter);
    return { injections, findings: [...stuck, ...findings, ...kept], ...count(load.record) };
  } finally {
    await closers.close();
  }
}

async function openWorld(
  { servers, without, faults, seed, round, log, patience = 1 }: RoundOptions,
  { rewrite }: Rewriter,
  expect: World["expect"],
  closers: Closers,
): Promise<World> {
  const { backend, postgres, redis, template } = servers;
  if (redis) await withRedis(redis.url, (client) => client.flushall());
  const database = await cloneDatabase(postgres.url, template);
  closers.add(database.drop);
  const sql = openSuiteSql(database.url, sessions);
  closers.add(() => sql.end({ timeout: 1 }));
  if (without?.sql) await sql.unsafe(without.sql);
  // The product runs as its own role, and the suite as the owner.
  const databaseUrl = serviceUrlOf(database.url);
  const queueUrl = redis?.url ?? databaseUrl;
  const fleet = await startFleet({
    databaseUrl,
    queueUrl,
    apis: processesOfEach,
    workers: processesOfEach,
    rewrite,
    preloadsOf: (name) => [
      ...(faults.some(({ clocksAhead }) => isAhead(clocksAhead, name)) ? ["clock"] : []),
      ...(without?.preload === undefined ? [] : [without.preload]),
    ],
    env: without?.env ?? {},
    log,
  });
  closers.add(fleet.end);
  const load = startLoad({
    urls: fleet.apis.map(({ url }) => url),
    state: createLoadState(await readVouchers(sql)),
    seed: [seed, backend, round],
    callers,
  });
  return { backend, postgres, redis, databaseUrl: database.url, queueUrl, sql, fleet, load, patience, expect };
}

/** Does all faults of the round, one after the other: each is healed before the next begins. */
async function harmAll({ faults, seed, round }: RoundOptions, world: World): Promise<Injection[]> {
  const done = await Promise.allSettled(
    faults.map((fault) => harm(fault, world, createRandom(seed, world.backend, round, fault.name))),
  );
  return done.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/** Does a fault's harm at a random moment, and heals it. */
async function harm(fault: Fault, world: World, random: Random): Promise<Injection> {
  await delay(random.int(0, startsWithinMs));
  const inFlight = world.load.record.inFlight();
  const heal: Heal | undefined = await fault.inject(world, random);
  const [least, most] = fault.lastsMs ?? [0, 0];
  if (heal) {
    await delay(random.int(least, most));
    await heal();
  }
  return { fault: fault.name, inFlight, isDone: heal !== undefined };
}

async function readVouchers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from redemption_item order by voucher_key`;
  return rows.map(({ id }) => formatId(redemptionItem.idPrefix, id));
}

/** A control whose guard was not removed proves nothing. */
function checkGuard(without: Guard | undefined, rewriter: Rewriter): Finding[] {
  return rewriter
    .unmatched()
    .map((one) => rowFinding("void", without?.name ?? "", `nothing matched ${one}: the guard is still there`));
}

function count({ calls }: LoadRecord): Pick<RoundResult, "requests" | "refused" | "unknown"> {
  const attempts = calls.flatMap((one) => one.attempts);
  return {
    requests: attempts.length,
    refused: attempts.filter(isRefused).length,
    unknown: attempts.filter(isUnknown).length,
  };
}
