import { type CurrencyTotals, summedBalancesMax } from "@rewards/db";
import { type Currency, type Programme, showAmount } from "@rewards/domain";
import { formatCount } from "@rewards/runtime";
import { Facts } from "../page/facts.tsx";
import { formatPoints } from "../page/format.tsx";
import { Table } from "../page/table.tsx";

/** How sales earn in the programme, and when its points expire, as of now. */
export const Rules = ({
  rules: { earning, currencies, timeZone, returnWindowDays },
}: {
  readonly rules: Programme;
}) => (
  <Facts
    facts={[
      ["Sales earn", `${showAmount(earning.rate)} ${currencies[0].name} for each 1.00`],
      ["Rounded", `${earning.rounding.replaceAll("-", " ")}, to ${earning.fractionDigits} decimals`],
      ["Rewards cost", currencies[0].name],
      ["Points of a sale", returnWindowDays === 0 ? "spendable at once" : `pending for ${returnWindowDays} days`],
      ...currencies.map((currency): [string, string] => [`${currency.name} expire`, expiryText(currency)]),
      ["Time zone", timeZone],
    ]}
  />
);

function expiryText({ expiry }: Currency): string {
  const { months, until, inactiveMonths } = expiry?.versions.at(-1) ?? {};
  if (inactiveMonths) return `${inactiveMonths} months after the last entry of a balance`;
  return months ? `${months} months after the award, at the end of the ${until}` : "never";
}

interface TotalsProps {
  /** Undefined if there are too many balances to sum up. */
  readonly totals: readonly CurrencyTotals[] | undefined;
  readonly rules: Programme;
}

const none: Omit<CurrencyTotals, "currency"> = { balances: 0, outstanding: "0", added: "0", taken: "0" };

/** What members hold of the programme's currencies. */
export const Totals = ({ totals, rules }: TotalsProps) =>
  totals === undefined ? (
    <p class="card">
      There are more than {formatCount(summedBalancesMax)} balances, which a page does not sum up. The query is{" "}
      <code>select currency, sum(balance) from balance group by currency</code>.
    </p>
  ) : (
    <>
      <Table
        caption="Totals of all members, now"
        head={["Currency", "Outstanding", "Ever added", "Ever taken", "Balances"]}
        numbers={[1, 2, 3, 4]}
        rows={rules.currencies.map(({ id, name }) => {
          const { outstanding, added, taken, balances } = totals.find(({ currency }) => currency === id) ?? none;
          return [name, formatPoints(outstanding), formatPoints(added), formatPoints(taken), formatCount(balances)];
        })}
      />
      <p class="note">
        Added: sales and adjustments upward. Taken: redemptions, returns, adjustments downward and expired points.
      </p>
    </>
  );
