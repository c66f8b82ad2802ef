import type { ExpiryRules, ExpiryVersion } from "../programme.ts";
import { type Span, spanBegin, spanEnd } from "./expiry.calendar.ts";

/** What an expiry counts from: the posting of each award, or the last entry of a balance. */
type ExpiryStart = "award" | "last-entry";

/** What has expired at a time. */
export interface ExpiryCutoff {
  readonly start: ExpiryStart;
  /**
   * Awards posted at or before this instant have expired; with start "last-entry", all awards of balances without an
   * entry after it. ms; -Infinity if nothing has expired.
   */
  readonly untilMs: number;
}

/** A version since the start last changed: what starts later than `endMs` lives as long as what started then. */
interface Dated {
  readonly span: Span;
  /** When the next version was applied; Infinity for the last one. */
  readonly endMs: number;
}

/**
 * The versions as bounds. No edit shortens what was earned: an award lives to the latest end that any version gives it,
 * and as long as any earlier award.
 */
interface Bounds {
  readonly start: ExpiryStart;
  readonly dated: readonly Dated[];
  /**
   * Nothing expires before. Points of the time without an expiry live as long as points of the day that ended it. If an
   * edit changes where an expiry starts, nothing expires as long as what was earned right before the edit.
   */
  readonly floorMs: number;
}

/** When an award posted at `postedAtMs` expires, ms; Infinity if it does not. `lastAtMs` is the time of its balance's last entry. */
export function expiresAt(rules: ExpiryRules, postedAtMs: number, lastAtMs: number): number {
  const bounds = boundsOf(rules);
  if (!bounds) return Number.POSITIVE_INFINITY;
  const fromMs = bounds.start === "award" ? postedAtMs : lastAtMs;
  const ends = bounds.dated.map(({ span, endMs }) => spanEnd(span, Math.min(fromMs, endMs), rules.timeZone));
  return Math.max(bounds.floorMs, ...ends);
}

/** The cutoff at `atMs`: it covers exactly the awards for which `expiresAt` is at or before `atMs`. */
export function expiryCutoff(rules: ExpiryRules, atMs: number): ExpiryCutoff {
  const bounds = boundsOf(rules);
  if (!bounds || bounds.floorMs > atMs) return { start: bounds?.start ?? "award", untilMs: Number.NEGATIVE_INFINITY };
  const begins = bounds.dated.map(({ span, endMs }) => {
    const isOver = endMs !== Number.POSITIVE_INFINITY && spanEnd(span, endMs, rules.timeZone) <= atMs;
    return isOver ? Number.POSITIVE_INFINITY : spanBegin(span, atMs, rules.timeZone);
  });
  return { start: bounds.start, untilMs: Math.min(...begins) };
}

/** What had expired when the rules changed, by the rules until then. */
export interface PastCutoff {
  /** The time of the change. */
  readonly atMs: number;
  readonly cutoff: ExpiryCutoff;
}

/** The cutoff right before each change of the rules; changes before which nothing had expired are left out. */
export function pastCutoffs({ versions, timeZone }: ExpiryRules): PastCutoff[] {
  const cutoffs = versions.slice(1).map(({ appliedAtMs: atMs }, index) => ({
    atMs,
    cutoff: expiryCutoff({ timeZone, versions: versions.slice(0, index + 1) }, atMs),
  }));
  return cutoffs.filter(({ cutoff }) => cutoff.untilMs !== Number.NEGATIVE_INFINITY);
}

/**
 * Since when the sweep is due: when the first award after its mark expired, or its rule was applied. ms; undefined if it
 * is not due at `atMs`.
 * @param markMs the cutoff up to which everything is swept; null if the currency was never swept.
 */
export function sweepDueSince(rules: ExpiryRules, markMs: number | null, atMs: number): number | undefined {
  const nextMs = (markMs ?? 0) + 1;
  const appliedMs = rules.versions.at(-1)?.appliedAtMs ?? Number.POSITIVE_INFINITY;
  const sinceMs = Math.max(expiresAt(rules, nextMs, nextMs), appliedMs);
  return sinceMs <= atMs ? sinceMs : undefined;
}

/**
 * The cutoff of one balance, ms: its awards posted at or before it have expired. Infinity means all, -Infinity none.
 */
export function cutoffWithin({ start, untilMs }: ExpiryCutoff, lastAtMs: number): number {
  if (start === "award") return untilMs;
  return lastAtMs <= untilMs ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** Undefined if nothing expires now. */
function boundsOf({ versions, timeZone }: ExpiryRules): Bounds | undefined {
  const last = versions.at(-1);
  const start = last && startOf(last);
  if (!start) return undefined;
  const changed = versions.findLastIndex((version) => ![start, undefined].includes(startOf(version)));
  const dated: Dated[] = [];
  let floorMs = Number.NEGATIVE_INFINITY;
  for (const [index, version] of versions.entries()) {
    const endMs = versions[index + 1]?.appliedAtMs ?? Number.POSITIVE_INFINITY;
    // A version without an expiry counts as the next one that has one.
    const span = versions.slice(index).map(spanOf).find(Boolean) as Span;
    if (index > changed && startOf(version) === start) dated.push({ span, endMs });
    else floorMs = Math.max(floorMs, spanEnd(span, endMs, timeZone));
  }
  return { start, dated, floorMs };
}

function startOf({ months, inactiveMonths }: ExpiryVersion): ExpiryStart | undefined {
  if (months !== null) return "award";
  return inactiveMonths === null ? undefined : "last-entry";
}

function spanOf({ months, until, inactiveMonths }: ExpiryVersion): Span | undefined {
  if (months !== null) return { months, until: until ?? "day" };
  return inactiveMonths === null ? undefined : { months: inactiveMonths, until: "day" };
}
