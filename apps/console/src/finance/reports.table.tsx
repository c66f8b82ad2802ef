import { type Amount, type PointValue, showAmount } from "@rewards/domain";
import { formatPoints, Table } from "../page/elements.tsx";
import { verbsOfEntries } from "../programme/programme.days.tsx";
import type { Month } from "./reports.months.ts";

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** `November 2026`. */
export const sayMonth = (month: string): string => monthFormat.format(Date.parse(`${month}-01`));

interface MonthsTableProps {
  readonly months: readonly Month[];
  readonly pointValue: PointValue | undefined;
  /** The address of a month's stores. */
  readonly addressOf: (month: string) => string;
}

/** What members had when a month began, what changed it, and what they had in the end. */
export const MonthsTable = ({ months, pointValue, addressOf }: MonthsTableProps) => {
  const types = Object.keys(verbsOfEntries).filter((type) => months.some(({ moved }) => moved.has(type)));
  const verbOf = (type: string) => (verbsOfEntries as Readonly<Record<string, string>>)[type] ?? type;
  // What is owed comes first: the window may be too narrow for everything that changed it.
  const numbers = ["At the beginning", "At the end", ...(pointValue ? ["Worth now"] : []), ...types.map(verbOf)];
  const shown = (amount: Amount) => formatPoints(showAmount(amount));
  return (
    <section class="list">
      <h2>Points by month</h2>
      <Table
        caption="What members held when a month began, what changed it, and what they held in the end"
        head={["Month", ...numbers]}
        numbers={numbers.map((_, column) => column + 1)}
        rows={months.map(({ month, opening, moved, closing }) => [
          <a href={addressOf(month)}>{sayMonth(month)}</a>,
          shown(opening),
          shown(closing),
          ...(pointValue ? [worthOf(closing, pointValue)] : []),
          ...types.map((type) => shown(moved.get(type) ?? 0n)),
        ])}
      />
      <p class="note">
        The latest month is that of today, so far.
        {pointValue && ` A point is worth ${pointValue.amount} ${pointValue.currency}.`}
      </p>
    </section>
  );
};

const worthOf = (points: Amount, { amount, currency }: PointValue): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(Number(showAmount(points)) * Number(amount));
