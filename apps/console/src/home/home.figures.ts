import type { ActiveDay, LedgerDays } from "@rewards/operations";
import { daysUntil, type PeriodDays } from "./home.period.ts";

/** What a programme did in a day. Points are sums for people: exact ones are on the page of the programme. */
export interface Day {
  readonly day: string;
  readonly active: number;
  readonly issued: number;
  readonly redeemed: number;
  readonly expired: number;
  /** At the end of the day. */
  readonly outstanding: number;
}

/** The sums of a period. */
interface Sums extends Omit<Day, "day"> {
  /** Of what was issued; undefined if nothing was. */
  readonly rate: number | undefined;
}

/** A period up to the last day that is counted, and the one before it. */
export interface Figures {
  /** What lines and bars show: days or, of a year, weeks. */
  readonly steps: readonly Day[];
  readonly step: "day" | "week";
  readonly length: PeriodDays;
  readonly from: string;
  readonly now: Sums;
  /** Undefined if the programme is younger. */
  readonly before: Sums | undefined;
}

/** @param ledger at least the days of both periods, as far as there are any. */
export function figuresOf(ledger: LedgerDays, activity: readonly ActiveDay[], length: PeriodDays): Figures {
  const last = ledger.days.at(-1)?.day ?? ledger.until.slice(0, 10);
  const byDay = new Map(ledger.days.map((one) => [one.day, one]));
  const activeOf = new Map(activity.map((one) => [one.day, one]));
  const all = daysUntil(last, 2 * length).map((day): Day & { readonly further: number } => {
    const { totals = [], outstanding = "0" } = byDay.get(day) ?? {};
    const sumOf = (type: string) => Number(totals.find((one) => one.type === type)?.sum ?? 0);
    const { members = 0, further = 0 } = activeOf.get(day) ?? {};
    return {
      ...{ day, active: members, further, issued: sumOf("Sale"), outstanding: Number(outstanding) },
      // From 0, not to -0.
      ...{ redeemed: 0 - sumOf("Redemption") - sumOf("Payment"), expired: 0 - sumOf("Expiry") },
    };
  });
  const days = all.slice(length);
  const isYear = length === 365;
  return {
    ...{ steps: isYear ? byWeek(days) : days, step: isYear ? "week" : "day", length, from: days[0]?.day ?? last },
    ...{ now: sumsOf(days), before: ledger.days.length < all.length ? undefined : sumsOf(all.slice(0, length)) },
  };
}

function sumsOf(days: readonly (Day & { readonly further: number })[]): Sums {
  const sum = (field: "further" | "issued" | "redeemed" | "expired") =>
    days.reduce((total, one) => total + one[field], 0);
  const [issued, redeemed] = [sum("issued"), sum("redeemed")];
  return {
    ...{ active: sum("further"), issued, redeemed, expired: sum("expired") },
    outstanding: days.at(-1)?.outstanding ?? 0,
    rate: issued > 0 ? redeemed / issued : undefined,
  };
}

/** Seven days at a time, the last of which ends with the last day: a year has too many days to see each. */
function byWeek(days: readonly Day[]): Day[] {
  const skipped = days.length % 7;
  return Array.from({ length: Math.floor(days.length / 7) }, (_, week) => {
    const of = days.slice(skipped + week * 7, skipped + week * 7 + 7);
    const sum = (field: keyof Omit<Day, "day">) => of.reduce((total, one) => total + one[field], 0);
    return {
      ...{ day: of[0]?.day ?? "", active: sum("active"), issued: sum("issued") },
      ...{ redeemed: sum("redeemed"), expired: sum("expired"), outstanding: of.at(-1)?.outstanding ?? 0 },
    };
  });
}
