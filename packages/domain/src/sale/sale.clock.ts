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
