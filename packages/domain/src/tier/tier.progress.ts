import { numberOf } from "../amount.ts";
import { spanEnd } from "../expiry/expiry.calendar.ts";
import { isCountedBy, sumAt, type TierBook, type TierState, tierAt, tierPeriodOf } from "./tier.sums.ts";

const monthsOf = { year: 12, quarter: 3, month: 1 } as const;

/** The tier of a member at an instant, and the way to the next one. @param state undefined if nothing counted yet. */
export function showTier(book: TierBook, state: TierState | undefined, nowMs: number) {
  const { levels, period: until, timeZone } = book;
  const period = tierPeriodOf(nowMs, book);
  const known = state && isCountedBy(state, book) ? state : undefined;
  const progress = (known && sumAt(known, period)) ?? 0n;
  const tier = known ? tierAt(levels, known, period) : null;
  const next = levels.find(({ from }) => from > progress);
  const isOfPeriod = levels.some(({ name, from }) => name === tier && from <= progress);
  // What this period reached is kept to the end of the next one.
  const endMs = spanEnd({ months: isOfPeriod ? monthsOf[until] : 0, until }, nowMs, timeZone);
  return {
    Tier: tier,
    Period: period,
    Progress: numberOf(progress),
    NextTier: next?.name ?? null,
    ToNext: next ? numberOf(next.from - progress) : null,
    ValidUntilDateTime: tier === null ? null : new Date(endMs).toISOString(),
  };
}
