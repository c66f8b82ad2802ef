import { amountOf, showAmount } from "@rewards/domain";
import {
  describeBasis,
  type InspectedEntry,
  type SaleInspection,
  type Spending,
  spendingRowsMax,
} from "@rewards/operations";
import { wrap } from "@rewards/runtime";
import { auditColumns, formatPoints, formatTable } from "../format.ts";

/** For people, in lines of at most 80 columns unless a key is longer: the history of a sale, and why it earned its points. */
export function saleLines(sale: SaleInspection): string[] {
  const parts = [headLines(sale), wayLines(sale), lineLines(sale), ...sale.entries.map(entryLines), auditLines(sale)];
  return parts.flatMap((lines, index) => (index === 0 || lines.length === 0 ? lines : ["", ...lines]));
}

function headLines({
  ID,
  externalId,
  status,
  note,
  sender,
  requestId,
  traceId,
  soldAt,
  member,
  store,
}: SaleInspection): string[] {
  const from = [
    sender.channel && `channel ${sender.channel}`,
    sender.pointOfSale && `point of sale ${sender.pointOfSale}`,
  ];
  return [
    `Sale    ${externalId}`,
    `ID      ${ID}`,
    `Status  ${status}`,
    ...(note ? wrap(`Note    ${note}`) : []),
    `Member  ${member.externalId}${member.ID === null ? " (not registered)" : ""}`,
    `Store   ${store.code}${store.isParticipating === null ? " (not registered)" : ""}`,
    `Sold    ${soldAt}`,
    ...wrap(`Sender  ${[`user ${sender.user}`, `origin ${sender.origin}`, ...from].filter(Boolean).join(", ")}`),
    ...(requestId === null ? [] : [`Request ${requestId}`]),
    ...(traceId === null ? [] : [`Trace   ${traceId}`]),
  ];
}

function wayLines(sale: SaleInspection): string[] {
  const { awaiting, failing, deadLetter } = sale;
  const missing = awaiting && [
    awaiting.member && `member ${awaiting.member}`,
    awaiting.store && `store ${awaiting.store}`,
    awaiting.original && `sale ${awaiting.original}`,
  ];
  const steps: readonly (string | null | false)[] = [
    `${sale.receivedAt}  received, durable`,
    failing &&
      `${failing.firstAt}  ${failing.attempts > 0 ? `attempt ${failing.attempts} failed` : "set aside"}: ${failing.error}`,
    failing && `${failing.nextAt}  next attempt`,
    deadLetter &&
      `${deadLetter.lastAt}  dead letter after ${deadLetter.attempts} attempts since ${deadLetter.firstAt}: ${deadLetter.reason}: ${deadLetter.error} (job ${deadLetter.job}, trace ${deadLetter.trace})`,
    deadLetter && "Now: it waits for an operator: `rewards dead-letters replay` or `discard`.",
    missing && `${sale.updatedAt}  awaits ${missing.filter(Boolean).join(" and ")}`,
    !missing &&
      sale.status.startsWith("Resolved") &&
      `${sale.updatedAt}  ${sale.status}${sale.settledBy === null ? "" : ` by process ${sale.settledBy}`}`,
    sale.pendingSince !== null && `Now: pending for a worker since ${sale.pendingSince}`,
  ];
  return steps.flatMap((step) => (step ? wrap(step) : []));
}

function lineLines(sale: SaleInspection): string[] {
  const { lines, sums, now } = sale.explanation;
  const basis = describeBasis(sale);
  return [
    ...formatTable(
      {
        Line: (one) => String(lines.indexOf(one) + 1),
        Product: (one) => one.ProductCode,
        Quantity: (one) => String(one.Quantity),
        Total: (one) => String(one.TotalAmount),
        Earns: (one) => one.why,
      },
      lines,
    ),
    "",
    ...sums.flatMap((text) => wrap(text)),
    ...(now?.length === 0 ? ["It earns nothing."] : []),
    ...(basis ? wrap(basis) : []),
  ];
}

function entryLines(entry: InspectedEntry): string[] {
  const spent = entry.spentBy.reduce((sum, { points }) => sum + amountOf(points), 0n);
  const debt = amountOf(entry.amount) - amountOf(entry.available) - spent;
  const isAward = !entry.amount.startsWith("-");
  return [
    `Entry ${entry.ID} (entry ${entry.sequence} of its balance)`,
    ...wrap(
      `${entry.at}  ${entry.type} of ${formatPoints(entry.amount)} ${entry.currency}; balance after it ${formatPoints(entry.balanceAfter)}`,
      "  ",
    ),
    ...(isAward ? [`  Left to spend of it: ${formatPoints(entry.available)}`] : []),
    ...entry.spentBy.flatMap(spendingLines),
    ...(isAward && debt > 0n && !entry.isCutOff ? [`  It paid off a debt: ${showAmount(debt)}`] : []),
    ...(entry.isCutOff ? [`  What took of it is looked for in the ${spendingRowsMax} entries after it alone.`] : []),
  ];
}

function spendingLines({ at, type, sourceID, points, vouchers }: Spending): string[] {
  return [
    `  ${at}  ${type} took ${formatPoints(points)}`,
    `    ${sourceID}`,
    ...vouchers.flatMap(({ reward, code, status }) => wrap(`voucher ${code}, ${reward}: ${status}`, "    ")),
  ];
}

const auditLines = ({ audit }: SaleInspection) =>
  audit.length === 0 ? [] : formatTable(auditColumns("Operator"), audit);
