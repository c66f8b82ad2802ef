import { readRight, sale as saleDefinition } from "@rewards/domain";
import { inspectSale, type SaleInspection } from "@rewards/operations";
import { Facts } from "../page/facts.tsx";
import { Time } from "../page/format.tsx";
import type { Page } from "../page/page.ts";
import { Timeline } from "../page/timeline.tsx";
import { auditLook } from "../record/record.audit.ts";
import { idOfPath, unknownRecord } from "../record/record.id.ts";
import { KeyLink, MemberLink } from "../record/record.link.tsx";
import { folderOf } from "../record/record.path.ts";
import { entriesRight, type Sight, sightOf } from "../record/record.sight.ts";
import { Trail } from "../record/record.trail.tsx";
import { saleSteps } from "./sale.steps.ts";
import { summaryOf } from "./sale.summary.tsx";
import { Why } from "./sale.why.tsx";

const scripts = [{ name: "trace.js", isModule: true }];

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
    const state = isUnderWay(sale) ? "open" : "ended";
    return {
      title: `Sale ${sale.externalId}`,
      ...(state === "open" && { scripts }),
      body: (
        <>
          {state === "open" && <p id="trace-state" class="note" role="status" />}
          <div id="trace" data-state={state}>
            <Sale sale={sale} sight={sight} traceUrl={deps.traceUrl} />
          </div>
        </>
      ),
    };
  },
};

/** Workers go on with it by themselves. Not so with a dead letter, each look at which is in the audit. */
const isUnderWay = ({ status, deadLetter }: SaleInspection): boolean => !status.startsWith("Resolved") && !deadLetter;

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
          ["Status", sale.status],
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
