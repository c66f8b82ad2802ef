import type { Currency, EntryType } from "@rewards/domain";
import { daysShownMax, type LedgerDays } from "@rewards/operations";
import { formatPoints, Table, Time } from "../page/elements.tsx";

/** What the entries of a type do, in the order of columns. */
export const verbsOfEntries: Readonly<Record<EntryType, string>> = {
  Sale: "Issued",
  Adjustment: "Adjusted",
  Return: "Returned",
  Redemption: "Redeemed",
  Payment: "Paid",
  Expiry: "Expired",
  TransferOut: "Passed on",
  TransferIn: "Taken over",
  Cancellation: "Given back",
};

type Day = LedgerDays["days"][number];

const sumOf = ({ totals }: Day, type: string) => totals.find((one) => one.type === type)?.sum ?? "0";

/** The types with entries on one of the days. */
const typesOf = ({ days }: LedgerDays) =>
  Object.keys(verbsOfEntries).filter((type) => days.some(({ totals }) => totals.some((one) => one.type === type)));

const verbOf = (type: string) => verbsOfEntries[type as EntryType];
const balancesId = (position: number) => `chart-balances-${position}`;
const changesId = (position: number) => `chart-changes-${position}`;

/** What the script of the page draws. */
function chartsOf(days: LedgerDays, position: number) {
  const times = days.days.map(({ day }) => Date.parse(day) / 1_000);
  const line = (textOf: (day: Day) => string) => days.days.map((day) => Number(textOf(day)));
  const types = typesOf(days);
  return [
    {
      ...{ id: balancesId(position), unit: "", step: "day", names: ["Outstanding"] },
      data: [times, line(({ outstanding }) => outstanding)],
    },
    {
      ...{ id: changesId(position), unit: "", step: "day", names: types.map(verbOf) },
      data: [times, ...types.map((type) => line((day) => sumOf(day, type)))],
    },
  ];
}

interface DaysProps {
  readonly days: readonly LedgerDays[];
  readonly currencies: readonly Currency[];
}

/** What members held at the end of each day, and what changed it: places for the charts, and the numbers as a table. */
export const Days = ({ days, currencies }: DaysProps) => {
  const counted = currencies.flatMap((currency) => {
    const found = days.find((one) => one.currency === currency.id);
    return found ? [{ currency, found }] : [];
  });
  if (counted.length === 0)
    return <p class="note">No minute of the ledger is counted yet: the first follows within three minutes.</p>;
  return (
    <>
      <div id="charts" data-charts={JSON.stringify(counted.flatMap(({ found }, index) => chartsOf(found, index)))} />
      {counted.map(({ currency: { name }, found }, index) => (
        <DaysOfCurrency name={name} found={found} position={index} />
      ))}
    </>
  );
};

interface CurrencyProps {
  readonly name: string;
  readonly found: LedgerDays;
  readonly position: number;
}

const DaysOfCurrency = ({ name, found, position }: CurrencyProps) => {
  const types = typesOf(found);
  return (
    <>
      <figure class="card chart">
        <figcaption>
          {name}: outstanding at the end of each day, {formatPoints(found.days.at(-1)?.outstanding ?? 0)} now
        </figcaption>
        <div id={balancesId(position)} aria-hidden="true" />
      </figure>
      <figure class="card chart">
        <figcaption>{name}: issued and taken in each day</figcaption>
        <div id={changesId(position)} aria-hidden="true" />
        <details>
          <summary>As a table</summary>
          <Table
            caption={`${name} by day, the latest first`}
            head={["Day", "Outstanding", ...types.map(verbOf)]}
            numbers={[1, ...types.map((_, index) => index + 2)]}
            rows={found.days
              .map((day) => [
                day.day,
                formatPoints(day.outstanding),
                ...types.map((type) => formatPoints(sumOf(day, type))),
              ])
              .reverse()}
          />
        </details>
      </figure>
      <p class="note">
        The latest {daysShownMax} days of the programme's time zone, from the totals of days. Entries before{" "}
        <Time at={found.until} /> are counted.
      </p>
    </>
  );
};
