import { type SaleInspection, wouldEarnOtherwise } from "@rewards/db";
import { formatChange, formatPoints } from "../page/format.tsx";
import { Table } from "../page/table.tsx";

/** The lines of a sale, and how they become points. */
export const Why = ({ sale }: { readonly sale: SaleInspection }) => {
  const { lines, sums, now } = sale.explanation;
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
      {now === null && !sale.status.startsWith("Resolved") && (
        <p>What it earns is decided once its member and store are registered.</p>
      )}
      {now !== null && <Basis sale={sale} now={now} />}
    </>
  );
};

function titleOf({ status, entries: [entry, ...more] }: SaleInspection): string {
  if (!status.startsWith("Resolved")) return "What it will earn";
  if (!entry) return "Why no points?";
  return more.length === 0 ? `Why ${formatPoints(entry.amount)} ${entry.currency}?` : "Why these points?";
}

/** What the calculation is based on: the rates of the past are not stored. */
const Basis = ({ sale, now }: { readonly sale: SaleInspection; readonly now: readonly string[] }) => {
  const { programme } = sale.member;
  const basis = `Calculated with the rates of programme ${programme?.businessId ?? ""} and the products as they are now, by the rules that workers use.`;
  if (!wouldEarnOtherwise(sale)) return <p class="note">{basis}</p>;
  return (
    <p class="card problem">
      {basis} That gives {listOf(now)}, but the sale posted{" "}
      {listOf(sale.entries.map(({ type, amount }) => `${type} ${amount}`))}: a product, the store or the programme
      changed since. The rates of that time are not stored.
    </p>
  );
};

function listOf(postings: readonly string[]): string {
  const shown = postings.map((text) => {
    const [type = "", amount = ""] = text.split(" ");
    return `${type} ${formatChange(amount)}`;
  });
  return shown.join(" and ") || "nothing";
}
