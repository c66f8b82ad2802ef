import { setTimeout as delay } from "node:timers/promises";
import { formatId, redemptionItem } from "@rewards/domain";
import { cloneDatabase, serviceUrlOf } from "@rewards/embedded";
import { tierCounts } from "@rewards/lab/replay/tier";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import { checkEvents } from "../check/event.check.ts";
import { readFacts } from "../check/facts.read.ts";
import { type Finding, rowFinding } from "../check/finding.ts";
import { checkRound } from "../check/round.check.ts";
import type { Fault, Inject, Opening } from "../faults/fault.ts";
import { startFleet } from "../fleet/fleet.start.ts";
import { createRewriter, type Guard, type Rewriter } from "../guards/guard.ts";
import { finishListening, listenerEnv, startListening, subscribe } from "../listen/listen.run.ts";
import { startLoad } from "../load/load.run.ts";
import { isRefused, isUnknown } from "../load/record.ts";
import { createLoadState } from "../load/state.ts";
import { createRandom, type Random } from "../random.ts";
import { divideQueue, type RoundPlace, template } from "../servers/servers.ts";
import { applyShop } from "../servers/shop.fill.ts";
import { shopTiers } from "../servers/shop.rules.ts";
import { openSuiteSql } from "../servers/watch.ts";
import { startExpiring } from "./expire.run.ts";
import { startLate } from "./late.run.ts";
import { startRules } from "./rules.run.ts";
import { checkShares, settleAll } from "./settle.ts";
import { withRedis } from "./time.ts";
import type { Back, World } from "./world.ts";

export interface RoundOptions {
  readonly seed: string;
  readonly round: number;
  readonly faults: readonly Fault[];
  /** The guard that is removed for this round. */
  readonly without?: Guard | undefined;
  /** Of the queue, in all processes; more than one only on Redis. Default: 1. */
  readonly partitions?: number;
  readonly settleMsMax: number;
  /** Multiplies the time in which others must go on during a harm: on a busy machine everything takes longer. Default: 1. */
  readonly patience?: number;
  readonly callers?: number;
  /** How long to wait for each thing that must happen in the round. Every fault is healed earlier. Default: a minute. */
  readonly waitMsMax?: number;
  readonly log: (line: string) => void;
}

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

/** A fault whose servers run. */
type Opened = Fault & { readonly inject: Inject };

const processesOfEach = 2;
/** Load before the first harm, and after the last healing, ms. */
const quietMs = 500;
const startsWithinMs = 700;
const sessions = 4;

/** One round: a copy of the shop, real processes, load, harm, healing, and then the full check. */
export async function runRound(options: RoundOptions, opening: Opening): Promise<RoundResult> {
  const { seed, round, without, partitions = 1, settleMsMax } = options;
  const { redis, backend } = opening.servers;
  if (redis) await withRedis(redis.url, (client) => client.flushall());
  const sites = await Promise.all(options.faults.map((fault) => openFault(fault, opening)));
  const place = sites.find((site) => site.place)?.place ?? {};
  const rewriter = createRewriter(without);
  const more: Rule[] = [];
  const backs: Back[] = [];
  const notes = { expect: (rule: Rule) => void more.push(rule), measure: (back: Back) => void backs.push(back) };
  const world = { ...(await openWorld(options, place, rewriter, opening)), ...notes };
  const { sql, load } = world;
  const expiring = startExpiring(world, createRandom(seed, backend, round, "expiring"));
  const late = startLate(world, createRandom(seed, backend, round, "late"));
  const endRules = startRules(world, createRandom(seed, backend, round, "rules"));
  await delay(quietMs);
  const harming = sites.map(({ fault }) => harm(fault, world, createRandom(seed, backend, round, fault.name)));
  await Promise.allSettled(harming);
  const injections = await Promise.all(harming);
  await delay(quietMs);
  await Promise.all([late, endRules(), load.stop()]);
  const stuck = [...(await expiring.finish(settleMsMax)), ...(await settleAll(sql, settleMsMax))];
  await load.repeatSome();
  stuck.push(...(await finishListening(sql, world.listeners, settleMsMax)));
  const evidence = { record: load.record, facts: await readFacts(sql) };
  const findings = [...(await checkRound(sql, evidence, more)), ...(await checkEvents(sql, world.listeners))];
  const kept = [...checkGuard(without, rewriter), ...(await checkShares(sql, partitions))];
  const attempts = load.record.calls.flatMap((one) => one.attempts);
  return {
    ...{ injections, findings: [...stuck, ...findings, ...kept], backs, requests: attempts.length },
    refused: attempts.filter(isRefused).length,
    unknown: attempts.filter(isUnknown).length,
  };
}

async function openFault(fault: Fault, opening: Opening): Promise<{ fault: Opened; place?: RoundPlace }> {
  if ("inject" in fault) return { fault };
  const { place, inject } = await fault.open(opening);
  return { place, fault: { ...fault, inject } };
}

type OpenedWorld = Omit<World, "expect" | "measure">;

async function openWorld(
  { without, partitions, faults, seed, round, log, callers, patience = 1, waitMsMax = 60_000 }: RoundOptions,
  place: RoundPlace,
  { rewrite }: Rewriter,
  { servers, closers }: Opening,
): Promise<OpenedWorld> {
  const { backend, postgres, redis } = servers;
  const { postgresUrl = postgres.url, hostUrls = [postgresUrl], isQueueDirect = false } = place;
  const database = await cloneDatabase(postgresUrl, template);
  closers.add(database.drop);
  const sql = openSuiteSql(database.url, sessions);
  closers.add(() => sql.end({ timeout: 1 }));
  if (without?.sql) await sql.unsafe(without.sql);
  // The product runs as its own role, and the suite as the owner.
  const databaseUrls = hostUrls.map((url) => serviceUrlOf(atHostOf(url, database.url)));
  const queueUrl = divideQueue(place.queueUrl ?? redis?.url ?? serviceUrlOf(database.url), partitions);
  const state = createLoadState(await readVouchers(sql));
  state.tiers.counts = createRandom(seed, backend, round, "tiers").pick(tierCounts);
  await applyShop(sql as unknown as Parameters<typeof applyShop>[0], shopTiers(state.tiers.counts));
  const subscription = await subscribe(sql, closers);
  const fleet = await startFleet({
    ...{ databaseUrls, queueUrl, isQueueDirect, rewrite, log, processesOfEach },
    preloadsOf: (name) => preloadsOf(name, faults, without),
    env: { ...listenerEnv, ...without?.env },
  });
  closers.add(fleet.end);
  const urls = fleet.apis.map(({ url }) => url);
  const load = startLoad({ urls, state, seed: [seed, backend, round], callers });
  const listeners = startListening(subscription, urls);
  const access = { databaseUrl: database.url, queueUrl, sql };
  return { backend, postgres, redis, ...access, fleet, load, listeners, patience, waitMsMax };
}

/** The same database, at the host of another URL. */
function atHostOf(hostUrl: string, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.host = new URL(hostUrl).host;
  return url.href;
}

/** The scripts that a process loads before the product's code. */
function preloadsOf(name: string, faults: readonly Fault[], without: Guard | undefined): string[] {
  const isAhead = faults.some(
    ({ clocksAhead }) => clocksAhead === "all" || (clocksAhead === "first-api" && name === "api-0"),
  );
  return [...(isAhead ? ["clock"] : []), ...(without?.preload === undefined ? [] : [without.preload])];
}

/** Does a fault's harm at a random moment, and heals it. */
async function harm({ name, inject, lastsMs = [0, 0] }: Opened, world: World, random: Random): Promise<Injection> {
  await delay(random.int(0, startsWithinMs));
  const inFlight = world.load.record.inFlight.size;
  const heal = await inject(world, random);
  if (heal) {
    await delay(random.int(...lastsMs));
    await heal();
  }
  return { fault: name, inFlight, isDone: heal !== false };
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
