import { readRight, sale as saleDefinition } from "@rewards/domain";
import { describeBasis, inspectSale, type SaleInspection, wouldEarnOtherwise } from "@rewards/operations";
import { formatAge } from "@rewards/runtime";
import { Facts, formatChange, formatPoints, type Step, Table, Time, Timeline } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, idOfPath, KeyLink, MemberLink, unknownRecord } from "../record/record.facts.tsx";
import {
  ageOf,
  auditLook,
  entriesRight,
  type Sight,
  type Summary,
  sightOf,
  summaryOfFailure,
  summaryOfWait,
  Trail,
} from "../record/record.page.tsx";
import { acceptedStep, endSteps, entryStep, failureSteps } from "../record/record.steps.tsx";
import { traceOf } from "../record/record.trace.tsx";
import { StatusPill } from "../record/status.tsx";

/** The trace of a sale: what `rewards sale` prints. A script follows a sale that is not settled yet. */
export const salePage: Page = {
  path: `${folderOf(saleDefinition)}/:id`,
  right: readRight(saleDefinition),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, saleDefinition);
    const sale = await deps.read((sql) => inspectSale(sql, id));
    if (!sale) throw unknownRecord(saleDefinition);
    const sight = sightOf(viewer.rights);
    if (sale.deadLetter && sight.hasOperations) await auditLook(c, viewer, deps, saleDefinition, uuid);
    return {
      title: `Sale ${sale.externalId}`,
      ...traceOf(sale, <Sale sale={sale} sight={sight} traceUrl={deps.traceUrl} />),
    };
  },
};

interface SaleProps {
  readonly sale: SaleInspection;
  readonly sight: Sight;
  readonly traceUrl: string | undefined;
}

const Sale = ({ sale, sight, traceUrl }: SaleProps) => {
  const { tone, text } = summaryOf(sale, sight);
  const { store, sender } = sale;
  return (
    <>
      <p class={`card ${tone}`}>{text}</p>
      <h2>What happened</h2>
      <Timeline steps={saleSteps(sale, sight, traceUrl)} />
      {sight.hasEntries ? <Why sale={sale} /> : <p>You need the right {entriesRight} to see its ledger entries.</p>}
      <h2>Record</h2>
      <Facts
        facts={[
          ["Status", <StatusPill noun={saleDefinition.noun} status={sale.status} />],
          ["Member", <MemberLink member={sale.member} />],
          ["Store", <KeyLink value={store.code} />],
          ["Sold", <Time at={sale.soldAt} />],
          ["Channel", sender.channel],
          ["Point of sale", sender.pointOfSale],
          ["ID", <code>{sale.ID}</code>],
          ["BusinessID", <code>{sale.businessId}</code>],
          ["Version", String(sale.version)],
        ]}
      />
      {sight.hasOperations && <Trail audit={sale.audit} />}
    </>
  );
};

/** The steps of a sale from the till to the balance. */
function saleSteps(sale: SaleInspection, sight: Sight, traceUrl?: string): Step[] {
  const { channel, pointOfSale } = sale.sender;
  const till = [pointOfSale && `at ${pointOfSale}`, channel && `channel ${channel}`].filter(Boolean).join(", ");
  const entries = sight.hasEntries ? sale.entries : [];
  return [
    {
      at: sale.soldAt,
      title: `Sold in store ${sale.store.code}`,
      details: [`By the clock of the till${till && `, ${till}`}.`],
    },
    acceptedStep(sale, traceUrl),
    ...(sale.awaiting ? [awaitingStep(sale, sale.awaiting)] : []),
    ...failureSteps(sale, sight),
    ...entries.map((entry) => entryStep(entry, sale.receivedAt, sight)),
    ...endSteps(sale),
  ];
}

function awaitingStep({ updatedAt }: SaleInspection, missing: NonNullable<SaleInspection["awaiting"]>): Step {
  const { member, store, original } = missing;
  const names = [member && `member ${member}`, store && `store ${store}`, original && `sale ${original}`];
  return {
    at: updatedAt,
    title: `Waits for ${names.filter(Boolean).join(" and ")}`,
    details: [
      original
        ? "A return line names this sale, which is not posted yet. The return goes on once it is."
        : "Not registered yet. The registration wakes the sale, and it earns then.",
    ],
    tone: "waiting",
  };
}

/** Where the sale is, in a sentence. */
function summaryOf(sale: SaleInspection, { hasEntries }: Sight): Summary {
  const { awaiting, status, note, receivedAt, entries } = sale;
  const failure = summaryOfFailure(sale, "posted");
  if (failure) return failure;
  if (awaiting?.original)
    return { tone: "", text: `It waits until the sale ${awaiting.original}, which it returns, is posted.` };
  if (awaiting) {
    const missing = [awaiting.member && "its member", awaiting.store && "its store"].filter(Boolean);
    const verb = missing.length === 1 ? "is" : "are";
    return {
      tone: "",
      text: `It waits until ${missing.join(" and ")} ${verb} registered, for ${formatAge(ageOf(sale.updatedAt))} now.`,
    };
  }
  if (!status.startsWith("Resolved")) return summaryOfWait(sale.pendingSince ?? receivedAt);
  if (status === "Resolved-Rejected") return { tone: "problem", text: `It was rejected and earned nothing. ${note}` };
  const [first] = entries;
  if (!first) return { tone: "good", text: `It was completed and earned nothing. ${note}` };
  const posted = entries.map(({ amount, currency }) => `${formatChange(amount)} ${currency}`).join(", ");
  const lag = formatAge(Math.max(0, Date.parse(first.at) - Date.parse(receivedAt)));
  return { tone: "good", text: `It was posted${hasEntries ? `: ${posted}` : ""}, ${lag} after it was accepted.` };
}

/** The lines of a sale, and how they become points. */
const Why = ({ sale }: { readonly sale: SaleInspection }) => {
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
