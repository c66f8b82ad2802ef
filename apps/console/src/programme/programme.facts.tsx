import { type Currency, dataViewNamed, type Programme, parseId, showAmount } from "@rewards/domain";
import { type CurrencyTotals, summedBalancesMax } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { prose, text, time } from "../list/list.columns.tsx";
import type { Column, RecordList } from "../list/list.ts";
import { formatPoints } from "../page/format.tsx";
import { Table } from "../page/table.tsx";

/** The currencies of a programme with their rules, as of now. */
export function currenciesOf(programmeId: string, { earning, currencies, returnWindowDays }: Programme): RecordList {
  const [earned] = currencies;
  const rule = (head: string, show: (currency: Currency) => string): Column => ({
    head,
    fields: [],
    show: ({ ID: id }) => {
      const currency = currencies.find((one) => one.id === parseId(String(id))?.uuid);
      return currency ? show(currency) : "–";
    },
  });
  const earnedRule = (head: string, text: string) => rule(head, (currency) => (currency === earned ? text : "–"));
  return {
    name: "currencies",
    title: "Currencies",
    question: { view: dataViewNamed("CurrencyList"), where: { Program: programmeId } },
    columns: [
      text("Currency", "Name"),
      earnedRule("Sales earn", `${showAmount(earning.rate)} for each 1.00`),
      earnedRule("Rounded", `${earning.rounding.replaceAll("-", " ")}, to ${earning.fractionDigits} decimals`),
      rule("Points expire", expiryText),
      earnedRule("Return window", returnWindowDays === 0 ? "none" : `${returnWindowDays} days pending`),
      earnedRule("Pays for rewards", "yes"),
      prose("Description", "Description"),
      time("Created", "CreateDateTime"),
    ],
  };
}

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
