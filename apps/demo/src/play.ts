import type { Client } from "./client.ts";
import { type Day, makeDay } from "./day/day.ts";
import { clubProgramme } from "./day/members.ts";
import { makeRewards } from "./day/shop.ts";
import { Books, Checks, pointsOf, rulesOf } from "./expect.ts";
import type { DemoOptions } from "./options.ts";
import { auditMembers, auditStandings, auditStock, type Ledgers, type Standing, type StockLine } from "./run/audit.ts";
import { type Redeemed, redeemRewards } from "./run/redeem.ts";
import { claimRun, makeSegments, registerDay } from "./run/register.ts";
import { awaitSettled, settledFields } from "./run/settle.ts";
import { type Streamed, streamDay } from "./run/stream.ts";
import { readVouchers, useVouchers, type Voucher } from "./run/vouchers.ts";
import type { Screen } from "./screen.ts";
import { StandstillError } from "./service.ts";

/** How many tills send at the same time. */
export const concurrency = 64;
const dayMs = 86_400_000;
/** The longest time without an accepted or a posted sale, ms. */
const standstillMsMax = 60_000;

export interface PlayOptions {
  readonly client: Client;
  readonly options: DemoOptions;
  readonly signal: AbortSignal;
  readonly screen: Screen;
}

/** The results of a whole day. */
export interface Played {
  readonly run: number;
  readonly day: Day;
  readonly books: Books;
  readonly checks: Checks;
  readonly streamed: Streamed;
  readonly redeemed: Redeemed;
  readonly vouchers: readonly Voucher[];
  readonly usesRefused: number;
  readonly stock: readonly StockLine[];
  readonly segments: readonly string[];
  readonly ledgers: Ledgers;
  readonly standings: readonly Standing[];
}

/** Plays the whole day and audits it. Undefined if the signal ended it. */
export async function playDay({ client, options, signal, screen }: PlayOptions): Promise<Played | undefined> {
  const { run, prefix } = await claimRun(client);
  const dayStartMs = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
  const day = makeDay({ ...options, prefix, dayStartMs });
  const [books, checks] = [new Books(), new Checks()];
  screen.print(`\n${introduce(day, run, options.seed)}\n`);
  await registerDay(client, day, concurrency, signal);
  if (signal.aborted) return undefined;
  const streamed = await watched("Selling", day.steps.length, { screen, signal }, (onStep) =>
    streamDay({ client, day, books, checks, concurrency, signal, onStep }),
  );
  if (signal.aborted) return undefined;
  await watched("Posting", day.sales.length, { screen, signal }, (onSettled) =>
    awaitSales(day, { client, checks, signal, onSettled }),
  );
  postSales(day, streamed, books);
  const members = day.members.filter(({ joins }) => joins !== "never").map(({ externalId }) => externalId);
  const shared = { client, books, checks, members, signal };
  if (signal.aborted) return undefined;
  const redeemed = await redeemRewards({ ...shared, prefix, clubMembers: clubOf(day) }, makeRewards(prefix));
  if (signal.aborted) return undefined;
  const vouchers = await readVouchers(client, redeemed.completed, checks);
  const usesRefused = await useVouchers(client, vouchers, checks);
  const segments = await makeSegments(client, prefix, checks);
  const ledgers = await auditMembers(shared);
  const standings = await auditStandings(shared, clubOf(day));
  const stock = await auditStock(client, redeemed.rewards, vouchers, checks);
  if (signal.aborted) return undefined;
  return { run, day, books, checks, streamed, redeemed, vouchers, usesRefused, stock, segments, ledgers, standings };
}

/** ExternalIDs of the members whose points wait for the return window. */
const clubOf = ({ members }: Day): ReadonlySet<string> =>
  new Set(members.filter(({ programme }) => programme === clubProgramme).map(({ externalId }) => externalId));

function introduce({ stores, products, members, sales }: Day, run: number, seed: number): string {
  const counts = `${stores.length} stores, ${products.length} products, ${members.length} members`;
  return `A day of ${sales.length.toLocaleString("en-US")} sales: ${counts} (run ${run}, seed ${seed})`;
}

async function watched<Result>(
  title: string,
  total: number,
  { screen, signal }: Pick<PlayOptions, "screen" | "signal">,
  work: (onOne: () => void) => Promise<Result>,
): Promise<Result> {
  const progress = screen.startProgress(title, total);
  signal.addEventListener("abort", progress.stop);
  let timer: NodeJS.Timeout | undefined;
  const standstill = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StandstillError(title)), standstillMsMax);
  });
  const onOne = (): void => {
    timer?.refresh();
    progress.add(1);
  };
  try {
    return await Promise.race([work(onOne), standstill]);
  } finally {
    clearTimeout(timer);
    progress.stop();
  }
}

interface AwaitOptions {
  readonly client: Client;
  readonly checks: Checks;
  readonly signal: AbortSignal;
  readonly onSettled: () => void;
}

/** Every sale completes, except those of members who were never registered: they wait. */
async function awaitSales(day: Day, { checks, ...options }: AwaitOptions): Promise<void> {
  const keys = day.sales.map((sale) => sale.ExternalID);
  const waiting = waitingKeys(day);
  const look = async (some: readonly string[]) => {
    const condition = { lhs: { field: "ExternalID" }, comparator: "IN", rhs: { value: [...some] } } as const;
    const filter = { filterConditions: { F1: condition } };
    const paging = { maxResultsToFetch: some.length };
    return (await options.client.views.saleList({ select: settledFields, filter, paging })).data;
  };
  const settled = await awaitSettled({ ...options, look, keys, waiting });
  if (options.signal.aborted) return;
  for (const key of keys) {
    const status = waiting.has(key) ? "Pending-Awaiting Reference" : "Resolved-Completed";
    checks.equal(`sale ${key}`, settled.get(key)?.Status, status);
  }
}

export function waitingKeys({ members, sales }: Day): ReadonlySet<string> {
  const never = new Set(members.filter(({ joins }) => joins === "never").map(({ externalId }) => externalId));
  return new Set(sales.filter((sale) => never.has(sale.MemberExternalID)).map((sale) => sale.ExternalID));
}

function postSales(day: Day, { ids }: Streamed, books: Books): void {
  const rules = rulesOf(day);
  const waiting = waitingKeys(day);
  const byKey = new Map(day.sales.map((sale) => [sale.ExternalID, sale]));
  for (const sale of day.sales.filter(({ ExternalID }) => !waiting.has(ExternalID))) {
    const key = sale.SaleItems.find(({ OriginalSaleExternalID }) => OriginalSaleExternalID)?.OriginalSaleExternalID;
    const { earned, returned } = pointsOf(sale, rules, key === undefined ? undefined : byKey.get(key));
    const head = { member: sale.MemberExternalID, source: ids.get(sale.ExternalID) };
    books.post({ ...head, type: "Sale", amount: earned });
    books.post({ ...head, type: "Return", amount: returned });
  }
}
