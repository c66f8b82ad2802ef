import { type Played, waitingKeys } from "./play.ts";
import type { LedgerEntry } from "./run/audit.ts";
import { count } from "./summary.text.ts";
import { type Column, formatTable } from "./table.ts";

/** How many sales the day had, how fast they went, and what became of them. */
export function describeSales({ day, streamed, ledgers }: Played, width: number): string[] {
  const { latenciesMs, tookMs } = streamed;
  const accepted = day.sales.length;
  const waiting = waitingKeys(day).size;
  const posted = accepted - waiting;
  const postingMs = postingTimeMs([...ledgers.values()].flat());
  const late = lateSales(day);
  const columns: Column[] = [
    ["", "left"],
    ["", "right"],
    ["", "left"],
  ];
  const quantile = (share: number): number => Math.round(latenciesMs[Math.floor((accepted - 1) * share)] ?? 0);
  const rows = [
    [
      "Accepted",
      count(accepted),
      `${perSecond(accepted, tookMs)}; half within ${quantile(0.5)} ms, 99 % within ${quantile(0.99)} ms`,
    ],
    ["Posted", count(posted), `${perSecond(posted, postingMs)}, from the first ledger entry to the last`],
    ["Sent again", count(streamed.retries), "by tills that missed the answer: same ID, posted once"],
    ["Key reused", count(streamed.conflicts), "with other content: refused with 409 Error_Key_Reused"],
    ["Came early", count(late), "before their member or store: waited, then went on"],
    ["Waiting", count(waiting), "for members who never registered"],
  ];
  return formatTable(columns, rows, width).filter((line) => line !== "");
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
  return `${count(Math.round(records / (Math.max(tookMs, 1) / 1_000)))} a second`;
}

/** Sales that arrived before their member or store. */
function lateSales({ steps, stores, members }: Played["day"]): number {
  const missing = new Set([
    ...stores.filter(({ isLate }) => isLate).map(({ code }) => code),
    ...members.filter(({ joins }) => joins === "during").map(({ externalId }) => externalId),
  ]);
  const never = new Set(members.filter(({ joins }) => joins === "never").map(({ externalId }) => externalId));
  let early = 0;
  for (const step of steps) {
    if (step.kind === "member") missing.delete(step.member.externalId);
    if (step.kind === "store") missing.delete(step.store.code);
    if (step.kind !== "sale" || never.has(step.sale.MemberExternalID)) continue;
    if (missing.has(step.sale.StoreCode) || missing.has(step.sale.MemberExternalID)) early += 1;
  }
  return early;
}
