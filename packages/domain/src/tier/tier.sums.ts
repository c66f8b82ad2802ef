import type { Amount } from "../amount.ts";
import { localDateOf, periodOf } from "../rule/rule.period.ts";
import type { TierCount, TierLevel, TierPeriod, TierRules } from "./tier.schema.ts";

/** Sums of the newest period that anything counted in, of the one before it, and of the one before that. */
type TierSums = readonly [Amount, Amount, Amount];

export interface PeriodSums {
  /** The newest period that anything counted in: `2026`, `2026-Q2` or `2026-05`. */
  readonly period: string;
  readonly sums: TierSums;
}

/** What something counts in a period. */
export interface TierMove {
  readonly period: string;
  /** Negative at a return. */
  readonly value: Amount;
}

/** How the tiers of a currency are counted now. */
export interface TierBook extends TierRules {
  /** The programme's IANA time zone. */
  readonly timeZone: string;
}

/** The tiers of programmes by their first currency, as far as they have tiers now. */
export type TierBooks = ReadonlyMap<string, TierBook>;

/** The period of the tiers that has this instant. */
export const tierPeriodOf = (instantMs: number, { timeZone, period }: Pick<TierBook, "timeZone" | "period">): string =>
  periodOf(localDateOf(instantMs, timeZone), period);

/** What a period is, by its text. */
function kindOf(period: string): TierPeriod {
  if (period.length === 4) return "year";
  return period[5] === "Q" ? "quarter" : "month";
}

/** The period before. */
function periodBefore(period: string): string {
  const year = Number(period.slice(0, 4));
  const kind = kindOf(period);
  if (kind === "year") return String(year - 1).padStart(4, "0");
  const part = Number(period.slice(kind === "quarter" ? 6 : 5)) - 1;
  const [start, last] = [part === 0 ? year - 1 : year, kind === "quarter" ? 4 : 12];
  const within = part === 0 ? last : part;
  const text = kind === "quarter" ? `Q${within}` : String(within).padStart(2, "0");
  return `${String(start).padStart(4, "0")}-${text}`;
}

/** What the sums would count in another balance. */
export function tierMovesOf(known: PeriodSums | undefined): readonly TierMove[] {
  let period = known?.period ?? "";
  return (known?.sums ?? []).flatMap((value) => {
    const move = { period, value };
    period = periodBefore(period);
    return value === 0n ? [] : [move];
  });
}

/** Counts the periods of one kind. */
function ordinalOf(period: string): number {
  const year = Number(period.slice(0, 4));
  const kind = kindOf(period);
  if (kind === "year") return year;
  return kind === "quarter" ? year * 4 + Number(period.slice(6)) : year * 12 + Number(period.slice(5));
}

/** How many periods the sums are ahead of a period; negative if it is newer. */
const aheadOf = ({ period }: PeriodSums, of: string): number => ordinalOf(period) - ordinalOf(of);

/**
 * Adds to the sum of a period. A newer period moves the sums on; what is older than all three is forgotten. The result is
 * the same in any order.
 */
export function addToSums(known: PeriodSums, { period, value }: TierMove): PeriodSums {
  const ahead = aheadOf(known, period);
  const [first, second, third] = known.sums;
  if (ahead === 0) return { period: known.period, sums: [first + value, second, third] };
  if (ahead === 1) return { period: known.period, sums: [first, second + value, third] };
  if (ahead === 2) return { period: known.period, sums: [first, second, third + value] };
  if (ahead > 2) return known;
  if (ahead === -1) return { period, sums: [value, first, second] };
  return { period, sums: [value, 0n, ahead === -2 ? first : 0n] };
}

/** The sum of a period; undefined if it is older than all three. */
export function sumAt(known: PeriodSums, period: string): Amount | undefined {
  const ahead = aheadOf(known, period);
  return ahead < 0 ? 0n : known.sums[ahead];
}

/**
 * The tier of a period: the level that its sum reaches, or the sum of the period before if that reaches a higher one. Null
 * if neither reaches a level.
 */
export function tierAt(levels: readonly TierLevel[], known: PeriodSums, period: string): string | null {
  const ahead = aheadOf(known, period);
  const [own, before] = [ahead, ahead + 1].map((at) => (at < 0 ? 0n : (known.sums[at] ?? 0n))) as [Amount, Amount];
  return levels.findLast(({ from }) => from <= own || from <= before)?.name ?? null;
}

/** The tier sums of a balance. */
export interface TierState extends PeriodSums {
  /** What they count. */
  readonly counts: TierCount;
  /** The entries with greater sequences count. */
  readonly after: number;
  /** The tier that was present when the balance last changed; null if it had none. */
  readonly tier: string | null;
}

/** Whether the sums count what the tiers of the programme count now. */
export const isCountedBy = ({ counts, period }: TierState, book: TierBook): boolean =>
  counts === book.counts && kindOf(period) === book.period;

/** A change of a member's tier. */
export interface TierChange {
  readonly id: string;
  readonly memberId: string;
  readonly currencyId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly atMs: number;
  /** The sale or return that caused it; null if none did. */
  readonly saleId: string | null;
}

/** The tier at an instant; undefined if the sums count something else than the tiers do now. */
export const tierNow = (state: TierState, book: TierBook, nowMs: number): string | null | undefined =>
  isCountedBy(state, book) ? tierAt(book.levels, state, tierPeriodOf(nowMs, book)) : undefined;

/**
 * The sums after an entry. If the programme counts something else than they do, they start anew with it.
 * @param moves at least one.
 * @param entry the sequence of the entry before it, and the time of the posting.
 */
export function moveTiers(
  known: TierState | undefined,
  book: TierBook,
  moves: readonly TierMove[],
  { sequence, nowMs }: { readonly sequence: number; readonly nowMs: number },
): TierState {
  const isKnown = known && isCountedBy(known, book);
  const first = isKnown ? known : { period: (moves[0] as TierMove).period, sums: [0n, 0n, 0n] as const };
  const moved = moves.reduce(addToSums, first);
  return {
    ...{ period: moved.period, sums: moved.sums, counts: book.counts },
    after: isKnown ? known.after : sequence,
    tier: tierAt(book.levels, moved, tierPeriodOf(nowMs, book)),
  };
}
