import type { EarningVersion } from "../earning/earning.version.ts";
import { dayMs } from "../rule/rule.period.ts";
import type { SaleToDecide } from "./sale.plan.ts";

type Times = Pick<SaleToDecide, "soldAtMs" | "acceptedAtMs">;

/** Tills whose clocks are ahead by less than this get no note: no clock is exact. */
const skewMsMax = 5 * 60_000;

/** When a sale counts as made. No sale is made after its acceptance, whatever its till says. */
export const countedAtMs = ({ soldAtMs, acceptedAtMs }: Times): number => Math.min(soldAtMs, acceptedAtMs);

/** Whether SaleDateTime is more than 5 minutes after the acceptance. */
export const isClockAhead = ({ soldAtMs, acceptedAtMs }: Times): boolean => soldAtMs - acceptedAtMs > skewMsMax;

/** The part of a sale's note about its till's clock; empty if that is not ahead. */
export const clockNote = (sale: Times): string =>
  isClockAhead(sale)
    ? "The till's clock is ahead: SaleDateTime is after the acceptance, so the sale counts as of its acceptance."
    : "";

/** Whether the sale was accepted so many days after it was made that rules do not count for it. */
export const isLate = ({ soldAtMs, acceptedAtMs }: Times, { lateDays }: Pick<EarningVersion, "lateDays">): boolean =>
  lateDays !== undefined && acceptedAtMs - soldAtMs > lateDays * dayMs;

/** The part of a sale's note about its late acceptance; empty if it was accepted in time. */
export const lateNote = (sale: Times, version: Pick<EarningVersion, "lateDays">): string =>
  isLate(sale, version)
    ? `Accepted ${Math.floor((sale.acceptedAtMs - sale.soldAtMs) / dayMs)} days after the sale: rules count for ${version.lateDays} days.`
    : "";
