import { setTimeout as delay } from "node:timers/promises";
import { formatId, redemptionItem } from "@rewards/domain";
import { cloneDatabase, serviceUrlOf } from "@rewards/embedded";
import { type Closers, createClosers } from "@rewards/lab/closers";
import type { Sql } from "postgres";
import { type Rule, rowFinding } from "../check/book.ts";
import { readFacts } from "../check/facts.ts";
import type { Finding } from "../check/finding.ts";
import { checkRound } from "../check/round.check.ts";
import type { Card, Heal, RoundFault } from "../faults/fault.ts";
import { startFleet } from "../fleet/fleet.start.ts";
import type { Guard } from "../guards/guard.ts";
import { createRewriter, type Rewriter } from "../guards/rewrite.ts";
import { startLoad } from "../load/load.run.ts";
import { isRefused, isUnknown, type LoadRecord } from "../load/record.ts";
import { createLoadState } from "../load/state.ts";
import { createRandom, type Random } from "../random.ts";
import { divideQueue, type RoundPlace } from "../servers/place.ts";
import { openSuiteSql } from "../servers/watch.ts";
import { startExpiring } from "./expire.run.ts";
import { settleAll } from "./settle.ts";
import { checkShares } from "./shares.ts";
import type { Back, RoundWorld } from "./world.ts";

export interface RoundOptions {
  readonly place: RoundPlace;
  readonly seed: string;
  readonly round: number;
  readonly faults: readonly RoundFault[];
  /** The guard that is removed for this round. */
  readonly without?: Guard | undefined;
  /** As in the suite's options. */
  readonly partitions?: number;
  readonly settleMsMax: number;
  /** As in the suite's options. */
  readonly patience?: number;
  readonly log: (line: string) => void;
}

const isAhead = (which: Card["clocksAhead"], process: string) =>
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
  /** How long it took until everything worked again, for faults that measure it. */
  readonly backs: readonly Back[];
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
    const backs: Back[] = [];
    const notes = { expect: (rule: Rule) => void more.push(rule), measure: (back: Back) => void backs.push(back) };
    const world = await openWorld(options, rewriter, notes, closers);
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
    const kept = [...checkGuard(options.without, rewriter), ...(await checkShares(sql, options.partitions))];
    return { injections, findings: [...stuck, ...findings, ...kept], backs, ...count(load.record) };
  } finally {
    await closers.close();
  }
}

async function openWorld(
  { place, without, partitions, faults, seed, round, log, patience = 1 }: RoundOptions,
  { rewrite }: Rewriter,
  notes: Pick<RoundWorld, "expect" | "measure">,
  closers: Closers,
): Promise<RoundWorld> {
  const { backend, isQueueDirect = false } = place;
  const database = await cloneDatabase(place.postgresUrl, place.template);
  closers.add(database.drop);
  const sql = openSuiteSql(database.url, sessions);
  closers.add(() => sql.end({ timeout: 1 }));
  if (without?.sql) await sql.unsafe(without.sql);
  // The product runs as its own role, and the suite as the owner.
  const databaseUrls = (place.hostUrls ?? [place.postgresUrl]).map((url) => serviceUrlOf(atHostOf(url, database.url)));
  const queueUrl = divideQueue(place.queueUrl ?? serviceUrlOf(database.url), partitions);
  const fleet = await startFleet({
    databaseUrls,
    queueUrl,
    isQueueDirect,
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
  return { backend, databaseUrl: database.url, queueUrl, sql, fleet, load, patience, ...notes };
}

/** The same database, at the host of another URL. */
function atHostOf(hostUrl: string, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.host = new URL(hostUrl).host;
  return url.href;
}

/** Does all faults of the round, one after the other: each is healed before the next begins. */
async function harmAll({ faults, seed, round }: RoundOptions, world: RoundWorld): Promise<Injection[]> {
  const done = await Promise.allSettled(
    faults.map((fault) => harm(fault, world, createRandom(seed, world.backend, round, fault.name))),
  );
  return done.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/** Does a fault's harm at a random moment, and heals it. */
async function harm(fault: RoundFault, world: RoundWorld, random: Random): Promise<Injection> {
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
