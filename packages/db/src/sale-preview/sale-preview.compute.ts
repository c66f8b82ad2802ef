import {
  AppError,
  crossStoreRefused,
  decideSale,
  type ErrorCode,
  hidesRecords,
  openBook,
  openTally,
  type PreviewContent,
  parametersPage,
  type SalePlan,
  type Scope,
  sale,
  saleTier,
  showPreview,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Catalogue } from "../catalogue/catalogue.cache.ts";
import { versionsWithRules } from "../catalogue/catalogue.rules.ts";
import type { Sql } from "../client.ts";
import type { Computation } from "../computation.ts";
import { readBalances, readClock } from "../ledger/ledger.lock.ts";
import { readSums } from "../ledger/ledger.tally.ts";
import { memberByKey } from "../member.key.ts";
import { balancesOf, readReturned } from "../sale/sale.commit.ts";
import type { LoadedSale } from "../sale/sale.load.ts";
import { earningOf, planLoaded, productCodes, purchaseOf } from "../sale/sale.process.ts";
import { type FoundOriginals, findOriginals, originalKeys } from "../sale-return/sale-return.find.ts";
import { loadReturns } from "../sale-return/sale-return.load.ts";
import { outsideOf, ownersOfSales } from "../scope/scope.records.ts";
import { loadMemberships } from "../segment-member/segment-member.load.ts";

/**
 * What a sale would post now: the plan and the decision of a worker, on a book that nobody writes.
 * @throws AppError 400 or 422 if the sale would have to wait for something, or names what does not exist for the caller.
 */
export const computePreview: Computation = async ({ sql, catalogue: cache, scope }, parameters) => {
  const content = parameters as unknown as PreviewContent;
  const one = await saleOf(sql, content);
  const found = await findOriginals(sql, originalKeys([one]));
  refuseLong(found);
  const catalogue = await cache.read(new Set([one.storeCode]), productCodes([one]));
  refuseUnknown(content, one, catalogue, scope);
  await refuseOriginals(sql, one, scope);
  const { ruleSets } = cache;
  const [returns, rules] = await Promise.all([
    loadReturns(sql, [one], found, ruleSets),
    ruleSets(versionsWithRules([earningOf(one, catalogue) ?? []].flat())),
  ]);
  const memberships = await loadMemberships(sql, purchaseOf(one), rules.values());
  const { plan, references, earned, awaited } = planLoaded(one, catalogue, returns, { rules, memberships });
  if (!plan || !references || !earned)
    throw saleUnknown(one, ({ OriginalSaleExternalID: key }) => key === awaited?.key);
  const { entries, ...outcome } = await decide(sql, plan);
  return { rows: [{ id: one.id, fields: { ...showPreview(earned.lines, entries, references.rules, outcome) } }] };
};

interface BuyerRow {
  readonly id: string | null;
  readonly program_business_id: string;
  readonly joined_at: Date;
  readonly now: Date;
}

/** The sale as a worker would load it, accepted now. Without a member, its buyer joins with the sale. */
async function saleOf(sql: Sql, content: PreviewContent): Promise<LoadedSale> {
  const { MemberExternalID: key, ProgramBusinessID: programme, SaleDateTime: soldAt } = content;
  if ((key === "") === (programme === undefined)) {
    const code = key === "" ? "Error_Parameter_Required" : "Error_Parameter_Type";
    throw refuse(code, "MemberExternalID", "Give either MemberExternalID or ProgramBusinessID.");
  }
  const [row] = await sql<BuyerRow[]>`
    select m.id, m.program_business_id, coalesce(m.join_date_time, m.create_date_time) as joined_at, clock_timestamp() as now
    from (select ${key}::text as key) as one left join ${sql.unsafe(memberByKey("one.key"))} m on true`;
  const { id = null, program_business_id = "", joined_at, now } = row as BuyerRow;
  const acceptedAtMs = now.getTime();
  const soldAtMs = soldAt === null ? acceptedAtMs : Date.parse(soldAt);
  const joinedAtMs = Math.min(soldAtMs, acceptedAtMs);
  const known =
    id === null ? undefined : { id, programBusinessId: program_business_id, joinedAtMs: joined_at.getTime() };
  return {
    id: uuidv7(),
    memberExternalId: key,
    storeCode: content.StoreCode,
    items: content.SaleItems,
    channel: content.SaleChannelCode,
    soldAtMs,
    acceptedAtMs,
    member: programme === undefined ? known : { id: uuidv7(), programBusinessId: programme, joinedAtMs },
  };
}

function refuse(code: ErrorCode, name: string, text?: string): AppError {
  return new AppError(code, [
    { code, page: parametersPage, identifier: `.${name}`, ...(text !== undefined && { text }) },
  ]);
}

/** What is outside the caller's scope does not exist for it. */
function refuseUnknown(
  { ProgramBusinessID, StoreCode }: PreviewContent,
  { member }: LoadedSale,
  { programmes, stores }: Catalogue,
  scope: Scope,
): void {
  const isReached = (keys: readonly string[] | undefined, key: string) => keys?.includes(key) !== false;
  const programme = member?.programBusinessId;
  if (programme === undefined || !programmes.has(programme) || !isReached(scope.programmes, programme))
    throw ProgramBusinessID === undefined
      ? refuse("Error_Member_Unknown", "MemberExternalID")
      : refuse("Error_Programme_Unknown", "ProgramBusinessID");
  if (!stores.has(StoreCode) || !isReached(scope.stores, StoreCode)) throw refuse("Error_Store_Unknown", "StoreCode");
}

/** Of the sales that a return names: lines, which are loaded. */
const originalLinesMax = 2_000;

function refuseLong(found: FoundOriginals): void {
  const lines = [...found.values()].reduce((sum, one) => sum + (one === "rejected" ? 0 : one.lineCount), 0);
  if (lines <= originalLinesMax) return;
  const text = `The sales that it names have ${lines} lines, and a preview reads at most ${originalLinesMax}.`;
  throw refuse("Error_Query_TooLarge", "SaleItems", text);
}

/** As when a return is created. */
async function refuseOriginals(sql: Sql, one: LoadedSale, scope: Scope): Promise<void> {
  const lines = one.items.flatMap(({ OriginalSaleExternalID: key }, line) =>
    key === undefined ? [] : [{ line, key }],
  );
  if (lines.length === 0 || !hidesRecords(scope)) return;
  const [foreign, elsewhere] = outsideOf(scope, await ownersOfSales(sql, originalKeys([one])), lines);
  if (foreign.length > 0) throw saleUnknown(one, (_, line) => foreign.includes(line));
  if (elsewhere.length > 0) throw crossStoreRefused(sale, elsewhere, parametersPage);
}

/** The refusal of lines that name a sale which is not settled: a sale would wait for it. */
function saleUnknown(
  { items }: LoadedSale,
  isOf: (item: LoadedSale["items"][number], line: number) => boolean,
): AppError {
  const code = "Error_Sale_Unknown";
  const details = items.flatMap((item, line) =>
    isOf(item, line)
      ? [{ code, page: `${parametersPage}.SaleItems(${line + 1})`, identifier: ".OriginalSaleExternalID" } as const]
      : [],
  );
  return new AppError(code, details);
}

/** In one snapshot, as a worker sees it under its locks. */
function decide(sql: Sql, plan: SalePlan) {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const [balances, clockMs, sums] = await Promise.all([
      readBalances(tx, balancesOf(plan)),
      readClock(tx),
      readSums(tx, [plan]),
    ]);
    const book = openBook({ balances, clockMs, newId: uuidv7, tiers: plan.tiers });
    const tier = saleTier(plan, book);
    const returned = await readReturned(tx, [plan], book, balances);
    const { note } = decideSale(plan, book, returned, openTally(sums));
    return { note, tier, entries: book.entries().filter(({ sourceId }) => sourceId === plan.id) };
  });
}
