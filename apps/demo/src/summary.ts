import { formatCount } from "@rewards/runtime";
import type { Played } from "./play.ts";
import type { LedgerEntry } from "./run/audit.ts";
import { describeCampaigns } from "./summary.campaigns.ts";
import { describeClub, describeLedger, describeMembers, topMembers } from "./summary.members.ts";
import { formatHeading, formatTable, indented } from "./table.ts";

/** The results of the day, in lines of at most `width` columns. */
export function summarise(played: Played, width: number): string[] {
  const heading = (text: string) => formatHeading(text, width);
  return [
    heading("Sales"),
    ...describeSales(played, width),
    heading(`Points: the ${topMembers} members with most`),
    ...describeMembers(played, width),
    ...describeLedger(played, width),
    heading("Club: points wait 14 days for returns, and expire a year later, at the end of the quarter"),
    ...describeClub(played, width),
    heading("Campaigns: why three members have their points"),
    ...describeCampaigns(played, width),
    heading("Rewards"),
    ...describeRewards(played, width),
    heading("Vouchers (some of them)"),
    ...describeVouchers(played, width),
    heading("Webhooks: what an app was told"),
    ...describeWebhooks(played, width),
    heading("Segments"),
    ...indented(`${played.segments[0]}: Open-Active; ${played.segments[1]}: Resolved-Inactive`, width),
    "",
    ...describeBooks(played),
  ];
}

/** How many sales the day had, how fast they went, and what became of them. */
function describeSales({ day, streamed, ledgers }: Played, width: number): string[] {
  const { latenciesMs, tookMs } = streamed;
  const accepted = day.sales.length;
  const waiting = day.waiting.size;
  const posted = accepted - waiting;
  const postingMs = postingTimeMs([...ledgers.values()].flat());
  const quantile = (share: number): number => Math.round(latenciesMs[Math.floor((accepted - 1) * share)] ?? 0);
  const speed = `${perSecond(accepted, tookMs)}; half within ${quantile(0.5)} ms, 99 % within ${quantile(0.99)} ms`;
  const rows = [
    ["Accepted", accepted, speed],
    ["Posted", posted, `${perSecond(posted, postingMs)}, from the first ledger entry to the last`],
    ["Sent again", streamed.retries, "by tills that missed the answer: same ID, posted once"],
    ["Key reused", streamed.conflicts, "with other content: refused with 409 Error_Key_Reused"],
    ["Came early", lateSales(day), "before their member or store: waited, then went on"],
    ["Waiting", waiting, "for members who never registered"],
  ];
  return formatTable(["", "", ""], rows, width).filter((line) => line !== "");
}

/** Of sale entries alone: redemptions came after the day. */
function postingTimeMs(entries: readonly LedgerEntry[]): number {
  const times = entries
    .filter(({ type }) => type === "Sale" || type === "Return")
    .map(({ postedAt }) => Date.parse(postedAt));
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  return last - first;
}

function perSecond(records: number, tookMs: number): string {
  return `${formatCount(Math.round(records / (Math.max(tookMs, 1) / 1_000)))} a second`;
}

/** Sales that arrived before their member or store. */
function lateSales({ steps, stores, members }: Played["day"]): number {
  const lateOnes = [...stores.filter(({ isLate }) => isLate), ...members.filter(({ joins }) => joins === "during")];
  const missing = new Set(lateOnes.map(({ key }) => key));
  const never = new Set(members.filter(({ joins }) => joins === "never").map(({ key }) => key));
  let early = 0;
  for (const step of steps) {
    if (step.kind === "member") missing.delete(step.member.key);
    if (step.kind === "store") missing.delete(step.store.key);
    if (step.kind !== "sale" || never.has(step.sale.MemberExternalID)) continue;
    if (missing.has(step.sale.StoreCode) || missing.has(step.sale.MemberExternalID)) early += 1;
  }
  return early;
}

const voucherLines = 9;

function describeRewards({ stock, redeemed }: Played, width: number): string[] {
  const rows = stock.map(({ reward, issued, left }) => [
    ...[reward.key, reward.content.Name, reward.cost, reward.stock],
    ...[issued, left],
  ]);
  const reasons = redeemed.rejected.map(({ reason }) => reason);
  const rejected = [...new Set(reasons)].map((reason) => `${reasons.filter((one) => one === reason).length} ${reason}`);
  const sentence = `${redeemed.completed.length} redemptions completed, ${reasons.length} rejected: ${rejected.join(", ")}`;
  return [
    ...formatTable(["Reward", "Name", "Cost", "Added", "Issued", "Left"], rows, width),
    ...indented(sentence, width),
  ];
}

function describeVouchers({ vouchers, usesRefused }: Played, width: number): string[] {
  const rows = vouchers
    .slice(0, voucherLines)
    .map(({ code, rewardName, quantity, expires, status }) => [
      code,
      quantity === 1 ? rewardName : `${quantity} x ${rewardName}`,
      expires,
      status,
    ]);
  const sentence = `${vouchers.length} vouchers issued; a second Use of the ${usesRefused} used ones was refused with 409`;
  return [...formatTable(["Code", "Reward", "Expires", "Status"], rows, width), ...indented(sentence, width)];
}

const eventLines = 3;

function describeWebhooks({ told }: Played, width: number): string[] {
  const rows = told.slice(-eventLines).map(({ type, timestamp, data }) => {
    const subject = data["RewardExternalID"] ?? data["ExternalID"];
    return [timestamp.slice(11, 23), String(type), String(data["MemberExternalID"]), String(subject)];
  });
  const sentence = `These are the last of ${told.length} events, each signed, and each member's in their order`;
  return [...formatTable(["At", "Event", "Member", "About"], rows, width), ...indented(sentence, width)];
}

const differenceLines = 20;

function describeBooks({ checks }: Played): string[] {
  if (checks.isOk) return [`Books: OK (${formatCount(checks.count)} checks)`];
  const { differences } = checks;
  const shown = differences.slice(0, differenceLines).map((difference) => `  ${difference}`);
  const rest = differences.length - shown.length;
  return [
    `Books: ${formatCount(differences.length)} of ${formatCount(checks.count)} checks failed`,
    ...shown,
    ...(rest > 0 ? [`  and ${formatCount(rest)} more`] : []),
  ];
}
