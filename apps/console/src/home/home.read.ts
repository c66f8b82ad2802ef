import { loadProgrammes, type Sql } from "@rewards/db";
import type { Programme } from "@rewards/domain";
import {
  movedDay,
  readActivity,
  readBusiestCurrency,
  readLedgerDays,
  readTopStores,
  type StoreTotals,
} from "@rewards/operations";
import { PageError } from "../page/page.error.ts";
import { type Figures, figuresOf } from "./home.figures.ts";
import { daysUntil, type PeriodDays } from "./home.period.ts";
import { storesShownMax } from "./home.stores.tsx";

/** What Home shows of a programme. */
export interface HomeFigures {
  readonly figures: Figures;
  readonly stores: readonly StoreTotals[];
  /** Entries before this instant are counted, ISO 8601. */
  readonly until: string;
}

export interface Chosen {
  readonly programmes: readonly Programme[];
  readonly programme: Programme;
}

/**
 * The programme with this BusinessID; the busiest one if none is asked for.
 * @throws PageError 404 if there is no such programme.
 */
export async function chooseProgramme(sql: Sql, businessId: string | undefined): Promise<Chosen> {
  const programmes = [...(await loadProgrammes(sql)).values()];
  const named = programmes.find((one) => one.businessId === businessId);
  if (!named && businessId !== undefined)
    throw new PageError(404, "There is no programme with this BusinessID.", "Choose one at the page Home.");
  const busiest = named ? undefined : await readBusiestCurrency(sql);
  const programme =
    named ?? programmes.find(({ currencies }) => currencies.some(({ id }) => id === busiest)) ?? programmes[0];
  if (!programme) throw new Error("there is no programme");
  return { programmes, programme };
}

/** By default; of a programme that began in these days, a week shows more. */
export const defaultDays = 30;

/**
 * From the totals of days alone, of the programme's first currency; undefined if nothing is counted yet.
 * @param asked the period that the address asks for, if it does.
 */
export async function readFigures(
  sql: Sql,
  { currencies }: Programme,
  asked: PeriodDays | undefined,
): Promise<HomeFigures | undefined> {
  const [{ id: currency }] = currencies;
  const [ledger] = await readLedgerDays(sql, [currency], 2 * (asked ?? defaultDays));
  const last = ledger?.days.at(-1)?.day;
  if (!ledger || last === undefined) return undefined;
  const length = asked ?? (ledger.days.length <= 7 ? 7 : defaultDays);
  const [from = last] = daysUntil(last, length);
  const now = { from, to: last };
  const before = { from: movedDay(from, -length), to: movedDay(from, -1) };
  const activity = await readActivity(sql, currency, [before, now]);
  const stores = await readTopStores(sql, currency, now, storesShownMax);
  return { figures: figuresOf(ledger, activity, length), stores, until: ledger.until };
}
