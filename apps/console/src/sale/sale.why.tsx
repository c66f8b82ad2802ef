import { describeBasis, type SaleInspection, wouldEarnOtherwise } from "@rewards/operations";
import { formatPoints } from "../page/format.tsx";
import { Table } from "../page/table.tsx";

/** The lines of a sale, and how they become points. */
export const Why = ({ sale }: { readonly sale: SaleInspection }) => {
  const { lines, sums, now } = sale.explanation;
  const basis = describeBasis(sale);
  return (
    <>
      <h2>{titleOf(sale)}</h2>
      <Table
        caption="Lines"
        head={["Line", "Product", "Quantity", "Total", "Earns"]}
        numbers={[2, 3]}
        rows={lines.map(({ ProductCode, Quantity, TotalAmount, why }, index) => [
          String(index + 1),
          ProductCode,
          formatPoints(Quantity),
          formatPoints(TotalAmount),
          why,
        ])}
      />
      {sums.map((text) => (
        <p class="sum">{text}</p>
      ))}
      {now?.length === 0 && <p>It earns nothing.</p>}
      {basis && <p class={wouldEarnOtherwise(sale) ? "card problem" : "note"}>{basis}</p>}
    </>
  );
};

function titleOf({ status, entries: [entry, ...more] }: SaleInspection): string {
  if (!status.startsWith("Resolved")) return "What it will earn";
  if (!entry) return "Why no points?";
  return more.length === 0 ? `Why ${formatPoints(entry.amount)} ${entry.currency}?` : "Why these points?";
}
