import { redemption as definition, readRight, redemptionItem } from "@rewards/domain";
import { inspectRedemption, type RedemptionInspection } from "@rewards/operations";
import { formatAge } from "@rewards/runtime";
import { Facts, formatPoints, Table, Time, Timeline } from "./page/elements.tsx";
import type { Page } from "./page/page.ts";
import { folderOf, idOfPath, KeyLink, MemberLink, RecordLink, unknownRecord } from "./record/record.facts.tsx";
import {
  auditLook,
  codesRight,
  entriesRight,
  type Sight,
  type Summary,
  sightOf,
  summaryOfFailure,
  summaryOfWait,
  Trail,
} from "./record/record.page.tsx";
import { acceptedStep, endSteps, entryStep, failureSteps } from "./record/record.steps.tsx";
import { traceOf } from "./record/record.trace.tsx";
import { StatusPill } from "./record/status.tsx";
import { RecordTools } from "./record-action/record.action.tsx";

/** The trace of a redemption, with its vouchers. */
export const redemptionPage: Page = {
  path: `${folderOf(definition)}/:id`,
  right: readRight(definition),
  async show(c, viewer, deps) {
    const { uuid } = idOfPath(c, definition);
    const redemption = await deps.read((sql) => inspectRedemption(sql, uuid));
    if (!redemption) throw unknownRecord(definition);
    const sight = sightOf(viewer.rights);
    if (redemption.deadLetter && sight.hasOperations) await auditLook(c, viewer, deps, definition, uuid);
    const title = `Redemption ${redemption.externalId || redemption.businessId}`;
    const record = { ID: redemption.ID, Status: redemption.status };
    const tools = <RecordTools of={definition} record={record} viewer={viewer} />;
    const trace = <Redemption redemption={redemption} sight={sight} traceUrl={deps.traceUrl} />;
    return { title, tools, ...traceOf(redemption, trace) };
  },
};

interface RedemptionProps {
  readonly redemption: RedemptionInspection;
  readonly sight: Sight;
}

interface TracedProps extends RedemptionProps {
  readonly traceUrl: string | undefined;
}

const Redemption = ({ redemption, sight, traceUrl }: TracedProps) => {
  const { tone, text } = summaryOf(redemption);
  const entries = sight.hasEntries ? redemption.entries : [];
  return (
    <>
      <p class={`card ${tone}`}>{text}</p>
      <h2>What happened</h2>
      <Timeline
        steps={[
          acceptedStep(redemption, traceUrl),
          ...failureSteps(redemption, sight),
          ...entries.map((entry) => entryStep(entry, redemption.receivedAt, sight)),
          ...endSteps(redemption),
        ]}
      />
      {!sight.hasEntries && <p>You need the right {entriesRight} to see its ledger entries.</p>}
      <Asked redemption={redemption} sight={sight} />
      <Vouchers redemption={redemption} sight={sight} />
      {!sight.hasCodes && <p class="note">You need the right {codesRight} to see voucher codes.</p>}
      <h2>Record</h2>
      <Facts
        facts={[
          ["Status", <StatusPill noun={definition.noun} status={redemption.status} />],
          ["Member", <MemberLink member={redemption.member} />],
          ["ExternalID", redemption.externalId],
          ["ID", <code>{redemption.ID}</code>],
          ["BusinessID", <code>{redemption.businessId}</code>],
          ["Version", String(redemption.version)],
        ]}
      />
      {sight.hasOperations && <Trail audit={redemption.audit} />}
    </>
  );
};

/** Where the redemption is, in a sentence. */
function summaryOf(redemption: RedemptionInspection): Summary {
  const { status, note, receivedAt, updatedAt, items, pendingSince } = redemption;
  const failure = summaryOfFailure(redemption, "settled");
  if (failure) return failure;
  if (!status.startsWith("Resolved")) return summaryOfWait(pendingSince ?? receivedAt);
  if (status === definition.transitions.reject.to)
    return { tone: "problem", text: `It was rejected, and nothing was taken. ${note}` };
  const lag = formatAge(Math.max(0, Date.parse(updatedAt) - Date.parse(receivedAt)));
  const vouchers = items.length === 1 ? "One voucher" : `${items.length} vouchers`;
  return { tone: "good", text: `${vouchers} issued, ${lag} after it was accepted. ${note}` };
}

const Asked = ({ redemption: { lines }, sight }: RedemptionProps) => (
  <Table
    caption="Asked for"
    head={["Line", "Reward", "Quantity", "Cost of one, as of now", "Wanted code"]}
    numbers={[2, 3]}
    rows={lines.map(({ quantity, rewardExternalId, reward, voucherCode }, index) => [
      String(index + 1),
      reward ? (
        <RecordLink id={reward.ID}>{`${reward.name} (${rewardExternalId})`}</RecordLink>
      ) : (
        <KeyLink value={rewardExternalId} />
      ),
      formatPoints(quantity),
      reward ? formatPoints(reward.cost || 0) : "not registered",
      voucherCode === "" ? "minted" : codeFor(sight, voucherCode),
    ])}
  />
);

const Vouchers = ({ redemption: { items }, sight }: RedemptionProps) =>
  items.length === 0 ? null : (
    <Table
      caption="Vouchers"
      head={["Voucher", "Reward", "Quantity", "Status", "Expires"]}
      numbers={[2]}
      rows={items.map(({ ID, reward, quantity, voucherCode, status, expiresAt }) => [
        <RecordLink id={ID}>{codeFor(sight, voucherCode)}</RecordLink>,
        reward,
        formatPoints(quantity),
        <StatusPill noun={redemptionItem.noun} status={status} />,
        <Time at={expiresAt} />,
      ])}
    />
  );

const codeFor = ({ hasCodes }: Sight, code: string): string => (hasCodes ? code : "hidden");
