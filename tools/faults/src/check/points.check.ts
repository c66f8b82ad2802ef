import { balanceOf } from "@rewards/lab/replay/lot";
import { reprice, type Sold, sell } from "@rewards/lab/replay/sell";
import {
  adjust,
  cancel,
  type Expected,
  expireDue,
  holdingOf,
  openWorld,
  pay,
  redeem,
  type World,
} from "@rewards/lab/replay/world";
import { groupBy, sumOf } from "../list.ts";
import { clubMembers, clubOf, clubTerms, lateProduct, shopProducts, shopTerms, shopZone } from "../servers/shop.ts";
import type { Rule } from "./book.ts";
import type { EntryRow, Facts, SaleRow } from "./facts.ts";
import { type Finding, rowFinding } from "./finding.ts";
import { asOnePerson, isTransfer } from "./merge.check.ts";
import { type Posting, postingsInOrder } from "./points.order.ts";
import { costOf, costOfItem } from "./redemption.check.ts";
import { seasonOf } from "./season.ts";
import { judgeTier, openTierJudge } from "./tier.check.ts";

const one = 10_000;
const unitsOf = (amount: number | string) => Math.round(Number(amount) * one);
const earning = new Set(shopProducts.filter(({ earns }) => earns).map(({ key }) => key));

/**
 * Replays all postings, lot by lot and in the order of the entries, from what was asked for: every entry must have the
 * points that the replay gives, every record its entries, and every balance and tier what the replay leaves. No expired
 * points are left.
 */
export const checkPoints: Rule = (evidence) => {
  const { facts, nameOf, named } = asOnePerson(evidence.facts);
  const worldOf = openWorlds(facts);
  const tiers = openTierJudge(evidence, worldOf().ladder);
  const ask = askerOf(worldOf, facts, tiers);
  const posted = new Set(facts.entries.map(({ source }) => source));
  const silent = facts.sales.filter(({ id, status }) => !posted.has(id) && status === "Resolved-Completed");
  // Sales that earned nothing may be named by returns. Returns that took nothing found nothing left.
  const [first, last] = [silent.filter((row) => !isLinked(row)), silent.filter(isLinked)];
  const now = Date.now();
  return [
    ...first.flatMap(({ id }) => ask({ source: id, atMs: 0, entries: [] })),
    ...postingsInOrder(evidence.facts.entries).flatMap((one) => ask({ ...one, entries: named(one.entries) })),
    ...last.flatMap(({ id }) => ask({ source: id, atMs: now, entries: [] })),
    ...checkRejected(worldOf, facts),
    ...checkBalances(worldOf, evidence.facts, nameOf),
    ...tiers.finish(),
    ...checkOverdue(worldOf, now),
  ];
};

/** The programme of a member; by default that of the members who are in no club. */
type WorldOf = (member?: string) => World;
interface Replayed {
  /** Of the record. */
  readonly key: string;
  /** What the replay posts for it. */
  readonly expected: readonly Expected[];
  /** Of its tier. */
  readonly findings?: readonly Finding[];
}
type Replay = (posting: Posting) => Replayed | undefined;

/** Members of clubs buy and return apart from the others. */
function openWorlds({ versions }: Facts): WorldOf {
  const tiers = versions.at(-1)?.tiers?.counts;
  const shop = openWorld(shopZone, { ...shopTerms, ...(tiers && { tiers }) });
  const club = openWorld(shopZone, clubTerms);
  return (member = "") => (clubOf(member) === undefined ? shop : club);
}

/** A sale is rejected only if its return lines take from two members. */
function checkRejected(worldOf: WorldOf, facts: Facts): Finding[] {
  const keys = keysOf(facts);
  const rejected = facts.sales.filter(({ status }) => status === "Resolved-Rejected");
  return rejected.flatMap((row) => {
    const { isRefused } = sell(worldOf(row.member), Number.MAX_SAFE_INTEGER, soldOf(row, facts, keys));
    return isRefused ? [] : [rowFinding("false", row.key, "rejected for a false reason", row)];
  });
}

/** The UUIDs of sales, by ExternalID. */
const keysOf = ({ sales }: Facts) => new Map(sales.map(({ key, id }) => [key, id]));

const isLinked = ({ items }: SaleRow) => items.some(({ OriginalSaleExternalID: key }) => key !== undefined);

function askerOf(
  worldOf: WorldOf,
  facts: Facts,
  tiers: ReturnType<typeof openTierJudge>,
): (posting: Posting) => Finding[] {
  const replay = replayOf(worldOf, facts);
  return (posting) => {
    const replayed = replay(posting);
    if (!replayed) return [];
    const { key, findings = [] } = replayed;
    const entries = posting.entries.filter((entry) => !isTransfer(entry));
    const last = new Map(entries.map((entry) => [entry.member, entry]));
    const ofTiers = [...findings, ...[...last.values()].flatMap((entry) => tiers.enter(posting.source, key, entry))];
    const expected = replayed.expected.map((entry) => showEntry(entry, entry.points));
    const found = entries.map((entry) => showEntry(entry, unitsOf(entry.amount)));
    if (expected.toSorted().join() === found.toSorted().join()) return ofTiers;
    const message = `posted [${found.join(", ")}] and should have [${expected.join(", ")}]`;
    return [rowFinding(kindOf(expected.length, found.length), key, message, ...posting.entries), ...ofTiers];
  };
}

const showEntry = ({ member, currency, type }: Pick<EntryRow, "member" | "currency" | "type">, points: number) =>
  [member, currency, type, points].join(" ");

function kindOf(expected: number, found: number): Finding["kind"] {
  if (found <= expected) return found < expected ? "lost" : "points";
  return expected === 0 ? "unrequested" : "doubled";
}

function replayOf(worldOf: WorldOf, facts: Facts): Replay {
  const sales = new Map(facts.sales.map((row) => [row.id, row]));
  const keys = keysOf(facts);
  const redemptions = new Map(facts.redemptions.map((row) => [row.id, row]));
  const items = new Map(facts.items.map((row) => [row.id, row]));
  const payments = new Map(facts.payments.map((row) => [row.id, row]));
  const givenBack = new Map(facts.givenBack.map((row) => [row.id, row]));
  const adjustments = new Map(facts.adjustments.map((row) => [row.id, row]));
  return ({ source, atMs, entries: posted }) => {
    const [entry] = posted;
    if (entry?.type === "Expiry" && !entry.is_after_cancellation)
      return { key: source, expected: expireDue(worldOf(entry.member), atMs, entry.member, entry.currency) };
    const sold = sales.get(source);
    if (sold) {
      const asked = { ...soldOf(sold, facts, keys), season: seasonOf(sold, facts, posted) };
      const { entries, tier = null } = sell(worldOf(sold.member), atMs, asked);
      const findings = posted.flatMap((one) => (one.type === "Sale" ? judgeTier(facts, sold, one, tier) : []));
      return { key: sold.key, expected: entries, findings };
    }
    const redemption = redemptions.get(source);
    if (redemption) {
      const { key, member } = redemption;
      const cost = costOf(redemption) * one;
      return { key, expected: redeem(worldOf(member), atMs, { id: source, member, cost }).entries };
    }
    const item = items.get(source);
    if (item) {
      const back = { id: source, redemption: item.redemption, cost: costOfItem(item) * one };
      return { key: source, expected: cancel(worldOf(entry?.member), atMs, back).entries };
    }
    const paid = payments.get(source);
    if (paid) {
      const { key, member, points } = paid;
      return { key, expected: pay(worldOf(member), atMs, { id: source, member, cost: unitsOf(points) }).entries };
    }
    const back = givenBack.get(source);
    if (back) {
      const asked = { id: source, redemption: back.payment, cost: unitsOf(back.points) };
      return { key: back.points, expected: cancel(worldOf(entry?.member), atMs, asked).entries };
    }
    const adjusted = adjustments.get(source);
    if (!adjusted) return undefined;
    const { id, amount, sale, member } = adjusted;
    const { entries } = sale
      ? reprice(worldOf(member), atMs, { id, sale, earns: (code) => code === lateProduct.key })
      : adjust(worldOf(member), atMs, { ...adjusted, points: unitsOf(amount) });
    return { key: amount, expected: entries };
  };
}

function soldOf(row: SaleRow, { stores }: Facts, keys: ReadonlyMap<string, string>): Sold {
  const isParticipating = stores.get(row.store)?.participating ?? false;
  const lines = row.items.map(({ ProductCode: code, Quantity, TotalAmount, OriginalSaleExternalID: key, ...rest }) => ({
    ...{ code, quantity: unitsOf(Quantity), amount: unitsOf(TotalAmount) },
    counts: isParticipating && earning.has(code),
    ...(key !== undefined && { original: keys.get(key) ?? key }),
    ...(rest.OriginalLine !== undefined && { originalLine: rest.OriginalLine }),
  }));
  return { id: row.id, member: row.member, lines };
}

function checkBalances(worldOf: WorldOf, { entries }: Facts, nameOf: (member: string) => string): Finding[] {
  const chains = groupBy(entries, ({ member, currency }) => `${currency} ${member}`);
  const lasts = [...chains.values()].map((chain) => chain.at(-1) as EntryRow);
  return [...groupBy(lasts, ({ member, currency }) => `${currency} ${nameOf(member)}`).values()].flatMap((rows) => {
    const { member, currency } = rows[0] as EntryRow;
    const name = nameOf(member);
    const wanted = balanceOf(holdingOf(worldOf(name), name, currency));
    const balance = sumOf(rows.map((row) => unitsOf(row.balance)));
    if (balance === wanted) return [];
    return [rowFinding("points", name, `its balance is ${balance / one} and should be ${wanted / one}`, ...rows)];
  });
}

const checkOverdue = (worldOf: WorldOf, nowMs: number): Finding[] =>
  clubMembers.flatMap(({ key }) =>
    expireDue(worldOf(key), nowMs, key, 0).map(({ points }) =>
      rowFinding("lost", key, `no entry took its expired points: ${points / one}`),
    ),
  );
