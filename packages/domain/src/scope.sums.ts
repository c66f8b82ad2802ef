import { type Amount, amountOf, showAmount } from "./amount.ts";
import { AppError } from "./error.ts";
import type { Scope } from "./right.ts";
import { dayMs } from "./rule/rule.period.ts";
import { sizeOf } from "./scope.ts";

/** What the adjustments of a client sum up to since `fromMs`, which is the time of one of them. */
interface AdjustedSum {
  readonly fromMs: number;
  readonly amount: Amount;
}

const periods = {
  hour: { limit: "adjustmentsAnHour", ms: 3_600_000, name: "an hour" },
  day: { limit: "adjustmentsADay", ms: dayMs, name: "a day" },
} as const;

/** The sums of a client. One without a limit is not counted. */
export type AdjustedSums = Readonly<Record<keyof typeof periods, AdjustedSum>>;

/** Whether the adjustments of a caller must be counted. */
export const limitsSums = (scope: Scope) => Object.values(periods).some(({ limit }) => scope[limit] !== undefined);

/**
 * The sums with one more adjustment, added or taken. Once an hour or a day has ended, the next begins with this adjustment.
 * @throws AppError 429 if a sum would exceed its limit.
 */
export function addAdjustment(scope: Scope, sums: AdjustedSums, adjustment: Amount, nowMs: number): AdjustedSums {
  const added = (period: keyof typeof periods): AdjustedSum => {
    const { limit, ms, name } = periods[period];
    const most = scope[limit];
    if (most === undefined) return sums[period];
    const sum = nowMs < sums[period].fromMs + ms ? sums[period] : { fromMs: nowMs, amount: 0n };
    const amount = sum.amount + sizeOf(adjustment);
    if (amount > amountOf(most)) throw spent(sum, most, name, sum.fromMs + ms);
    return { ...sum, amount };
  };
  return { hour: added("hour"), day: added("day") };
}

function spent({ amount }: AdjustedSum, most: string, name: string, untilMs: number): AppError {
  const code = "Error_Adjustments_Spent";
  const until = new Date(untilMs).toISOString();
  const text = `The adjustments of the credential may sum up to ${most} ${name}; ${showAmount(amount)} are used until ${until}.`;
  return new AppError(code, [{ code, text }], { code });
}
