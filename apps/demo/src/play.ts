import type { RewardsClient, WebhookEvent } from "@rewards/client";
import { formatCount } from "@rewards/runtime";
import { type Day, makeDay } from "./day/day.ts";
import { Books, Checks, pointsOf, type Run, rulesOf } from "./expect.ts";
import type { DemoOptions } from "./options.ts";
import { auditMembers, auditStandings, auditStock, type Ledgers, type Standing, type StockLine } from "./run/audit.ts";
import { type Campaigned, type Inspect, playCampaigns } from "./run/campaigns.ts";
import { type Redeemed, redeemRewards } from "./run/redeem.ts";
import { claimRun, makeSegments, registerDay } from "./run/register.ts";
import { awaitSettled, lookAtSales, waitingStatus } from "./run/settle.ts";
import { type Streamed, streamDay } from "./run/stream.ts";
import { readVouchers, useVouchers, type Voucher } from "./run/vouchers.ts";
import { awaitEvents, type Inbox } from "./run/webhooks.ts";
import type { Screen } from "./screen.ts";
import { DemoError } from "./service.ts";

/** How many tills send at the same time. */
export const concurrency = 64;
const dayMs = 86_400_000;
/** The longest time without progress of a part of the day, ms. */
const standstillMsMax = 60_000;

export interface PlayOptions {
  readonly client: RewardsClient;
  readonly options: DemoOptions;
  readonly signal: AbortSignal;
  readonly screen: Screen;
  /** Reads a sale as `rewards sale` does. */
  readonly inspect: Inspect;
  /** Gets the events of the day by webhook. */
  readonly inbox: Inbox;
}

/** The results of a whole day. */
export interface Played extends Run {
  readonly streamed: Streamed;
  readonly campaigned: readonly Campaigned[];
  readonly redeemed: Redeemed;
  readonly vouchers: readonly Voucher[];
  readonly usesRefused: number;
  readonly stock: readonly StockLine[];
  readonly segments: readonly string[];
  readonly ledgers: Ledgers;
  readonly standings: readonly Standing[];
  readonly told: readonly WebhookEvent[];
}

/**
 * Plays the whole day and audits it.
 * @throws the signal's reason if it ended the day; DemoError if nothing moves for a minute.
 */
export async function playDay({ client, options, signal, screen, inspect, inbox }: PlayOptions): Promise<Played> {
  const number = await claimRun(client);
  const dayStartMs = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
  const day = makeDay({ ...options, prefix: `R${number}`, dayStartMs });
  const run: Run = { client, day, books: new Books(), checks: new Checks(), signal };
  screen.print(`\n${introduce(day, number, options.seed)}\n`);
  await registerDay(run, concurrency);
  const streamed = await watched("Selling", day.steps.length, { screen, signal }, (onStep) =>
    streamDay(run, concurrency, onStep),
  );
  await watched("Posting", day.sales.length, { screen, signal }, (onSettled) => awaitSales(run, onSettled));
  postSales(run, streamed);
  const campaigned = await watched("Campaigns", undefined, { screen, signal }, () => playCampaigns(run, inspect));
  const redeemed = await watched("Redeeming", undefined, { screen, signal }, (onSettled) =>
    redeemRewards(run, onSettled),
  );
  const vouchers = await readVouchers(run, redeemed.completed);
  const usesRefused = await useVouchers(run, vouchers);
  const told = await watched("Webhooks", undefined, { screen, signal }, (onOne) =>
    awaitEvents(run, inbox, { redeemed, vouchers }, onOne),
  );
  const segments = await makeSegments(run);
  const ledgers = await auditMembers(run);
  const standings = await auditStandings(run);
  const stock = await auditStock(run, redeemed.rewards, vouchers);
  return { ...run, streamed, campaigned, redeemed, vouchers, usesRefused, stock, segments, ledgers, standings, told };
}

function introduce({ stores, products, members, sales }: Day, run: number, seed: number): string {
  const counts = `${stores.length} stores, ${products.length} products, ${members.length} members`;
  return `A day of ${formatCount(sales.length)} sales: ${counts} (run ${run}, seed ${seed})`;
}

/** Runs a part of the day, and shows its progress towards `total` if there is one. */
async function watched<Result>(
  title: string,
  total: number | undefined,
  { screen, signal }: Pick<PlayOptions, "screen" | "signal">,
  work: (onOne: () => void) => Promise<Result>,
): Promise<Result> {
  const progress = screen.startProgress(title, total);
  signal.addEventListener("abort", progress.stop);
  let timer: NodeJS.Timeout | undefined;
  const standstill = new Promise<never>((_resolve, reject) => {
    const error = new DemoError(`Nothing has moved for a minute; the demo was at: ${title}.`);
    timer = setTimeout(reject, standstillMsMax, error);
  });
  const onOne = (): void => {
    timer?.refresh();
    progress.step();
  };
  try {
    return await Promise.race([work(onOne), standstill]);
  } finally {
    clearTimeout(timer);
    progress.stop();
  }
}

/** Every sale completes, except those of members who were never registered: they wait. */
async function awaitSales({ client, day, checks, signal }: Run, onSettled: () => void): Promise<void> {
  const { waiting } = day;
  const keys = day.sales.map((sale) => sale.ExternalID);
  const settled = await awaitSettled({ look: lookAtSales(client), keys, waiting, signal, onSettled });
  for (const key of keys) {
    checks.equal(`sale ${key}`, settled.get(key)?.Status, waiting.has(key) ? waitingStatus : "Resolved-Completed");
  }
}

function postSales({ day, books }: Run, { ids }: Streamed): void {
  const rules = rulesOf(day);
  const byKey = new Map(day.sales.map((sale) => [sale.ExternalID, sale]));
  for (const sale of day.sales.filter(({ ExternalID }) => !day.waiting.has(ExternalID))) {
    const key = sale.SaleItems.find(({ OriginalSaleExternalID }) => OriginalSaleExternalID)?.OriginalSaleExternalID;
    const { earned, returned } = pointsOf(sale, rules, key === undefined ? undefined : byKey.get(key));
    const head = { member: sale.MemberExternalID, source: ids.get(sale.ExternalID) };
    books.post({ ...head, type: "Sale", amount: earned });
    books.post({ ...head, type: "Return", amount: returned });
  }
}
