import { objects } from "@rewards/domain";
import { groupBy } from "../list.ts";
import { suiteSession } from "../servers/watch.ts";
import type { Rule } from "./book.ts";
import type { Facts, MoveRow } from "./facts.ts";
import { type Finding, type FindingKind, rowFinding } from "./finding.ts";
import { isTransfer } from "./merge.check.ts";

/** Keys of sales that a fault makes fail. */
export const poisonKey = "poison-";
/** The moves of each class's Status by its table name. */
const movesOf = new Map(objects.map(({ noun, transitions }) => [noun, Object.values(transitions)]));

/** Rows that are broken whatever was asked for; `about` gives the key and the message of each. */
const rule =
  <Row>(
    kind: FindingKind,
    find: (facts: Facts) => readonly Row[],
    about: (row: Row) => readonly [key: string, message: string],
  ) =>
  (facts: Facts): Finding[] =>
    find(facts).map((row) => rowFinding(kind, ...about(row), row));

const isIllegal = ({ noun, old, new: to }: MoveRow) =>
  !movesOf.get(noun)?.some((move) => move.from.includes(old) && (move.to ?? old) === to);

/** The moves of vouchers after their expiry, and expiries before it. */
const movesOfItems = ({ items, moves }: Facts) => {
  const expiries = new Map(items.map(({ id, expires }) => [id, expires]));
  return moves.flatMap((move) => {
    const expires = expiries.get(move.id);
    return expires === undefined ? [] : [{ ...move, expires, isExpiry: move.new === "Resolved-Expired" }];
  });
};

const rules = [
  rule(
    "moved",
    ({ moves }) => moves.filter(isIllegal),
    (row) => [row.id, `${row.noun} moved from ${row.old} to ${row.new}`],
  ),
  // Every record that was set aside is itself faulty.
  rule(
    "setAside",
    ({ setAside, sales, redemptions }) => {
      const keys = new Map([...sales, ...redemptions].map(({ id, key }) => [id, key]));
      return setAside
        .map((row) => ({ ...row, key: keys.get(row.id) ?? row.id }))
        .filter(({ key }) => !key.startsWith(poisonKey));
    },
    (row) => [row.key, `set aside: ${row.error}`],
  ),
  // An expiry names the entry of an award; the check of the books knows it.
  rule(
    "unrequested",
    ({ entries, sales, redemptions, items, adjustments, payments, givenBack }) => {
      const records = [...sales, ...redemptions, ...items, ...adjustments, ...payments, ...givenBack];
      const sources = new Set(records.map(({ id }) => id));
      return entries.filter((entry) => entry.type !== "Expiry" && !isTransfer(entry) && !sources.has(entry.source));
    },
    (entry) => [entry.source, "an entry without a record"],
  ),
  rule(
    "books",
    ({ entries }) =>
      entries.filter(
        ({ type, amount, balance }) =>
          Number(amount) < 0 && type !== "Return" && type !== "TransferIn" && Number(balance) < 0,
      ),
    (entry) => [entry.source, `a balance went below zero by an entry of type ${entry.type}`],
  ),
  rule(
    "stuck",
    ({ segments }) => segments.filter(({ status }) => status !== "Open-Active"),
    (row) => [row.key, `it is ${row.status}`],
  ),
  rule(
    "doubled",
    ({ items }) => [...groupBy(items, (item) => item.voucher_key)].filter(([, same]) => same.length > 1),
    ([key]) => [key, "one voucher code on several items"],
  ),
  rule(
    "false",
    (facts) => movesOfItems(facts).filter(({ isExpiry, expires, at }) => !isExpiry && expires && at > expires),
    ({ id }) => [id, "locked or used after its expiry"],
  ),
  rule(
    "false",
    (facts) => movesOfItems(facts).filter(({ isExpiry, expires, at }) => isExpiry && (!expires || at < expires)),
    ({ id }) => [id, "expired before its expiry"],
  ),
];

export const checkRows: Rule = ({ facts }) => [...rules.flatMap((check) => check(facts)), ...checkPosted(facts)];

/** Every adjustment has one entry, of its amount. */
function checkPosted({ entries, adjustments }: Facts): Finding[] {
  const bySource = groupBy(entries, ({ source }) => source);
  return adjustments
    .filter(({ user }) => user !== suiteSession)
    .flatMap((row) => {
      const posted = bySource.get(row.id) ?? [];
      const isOnce = posted.length === 1 && posted[0]?.type === "Adjustment" && posted[0].amount === row.amount;
      const kind = posted.length > 1 ? "doubled" : "lost";
      return isOnce ? [] : [rowFinding(kind, row.amount, "an adjustment without exactly one entry", row, ...posted)];
    });
}
