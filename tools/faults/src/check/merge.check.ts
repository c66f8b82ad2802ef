import { sumOf } from "../list.ts";
import { type Pair, shopPairs } from "../servers/shop.ts";
import { askedOf, countEffects, firstBreak, type Rule } from "./book.ts";
import type { EntryRow, Facts } from "./facts.ts";
import { type Finding, rowFinding } from "./finding.ts";

export const isTransfer = ({ type }: Pick<EntryRow, "type">): boolean => type.startsWith("Transfer");

/**
 * The facts as if the twins of a pair had been one person from the beginning: what they are given and what is taken of
 * them is the same, whenever they are merged. Only transfers are of nobody then.
 * @returns with `nameOf`, which gives the pair of a key, and any other key as it is, and `named`, which does so in rows.
 */
export function asOnePerson(facts: Facts) {
  const names = new Map(shopPairs.flatMap((pair) => keysOf(pair, facts).map((key) => [key, pair.key])));
  const nameOf = (member: string) => names.get(member) ?? member;
  const named = <Row extends { readonly member: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, member: nameOf(row.member) }));
  const { sales, redemptions, entries, adjustments, payments } = facts;
  const renamed: Facts = {
    ...facts,
    ...{ sales: named(sales), redemptions: named(redemptions), entries: named(entries) },
    ...{ adjustments: named(adjustments), payments: named(payments) },
  };
  return { facts: renamed, nameOf, named };
}

const isMerged = ({ status }: Facts["people"][number]) => status === "Resolved-Merged";
const peopleOf = ({ twins }: Pair, { people }: Facts) => people.filter(({ id }) => twins.some((one) => one.id === id));
/** Whoever is merged gets another key. */
const keysOf = (pair: Pair, facts: Facts) => [
  ...[...pair.twins, ...peopleOf(pair, facts)].map(({ key }) => key),
  ...pair.cards,
];

/** Of all answered merges of a pair, in both directions, one took effect; the other member has nothing left. */
export const checkMerges: Rule = (evidence) => {
  const { facts } = evidence;
  const pairs = askedOf(evidence, "merge");
  if (pairs.length > 0 && !facts.people.some(isMerged)) return [rowFinding("void", "merge", "nobody was merged")];
  return pairs.flatMap((asked) => {
    const pair = shopPairs.find(({ key }) => key === asked.key) as Pair;
    const people = peopleOf(pair, facts);
    const merged = people.filter(isMerged);
    const { least, most } = countEffects(asked);
    const wrong = firstBreak(asked, people, [
      [least > 1, "false", "several merges of a pair were answered with success"],
      [merged.length > 1, "doubled", "both members of a pair were merged"],
      [merged.length < least, "lost", "answered, but nobody is merged"],
      [merged.length > most, "unrequested", "refused, but a member is merged"],
    ]);
    return [...wrong, ...(merged[0] ? checkLeft(pair, merged[0], facts) : [])];
  });
};

function checkLeft(pair: Pair, { id, key }: Facts["people"][number], facts: Facts): Finding[] {
  const stays = pair.twins.find((twin) => twin.id !== id);
  const keys = keysOf(pair, facts);
  const entries = facts.entries.filter((entry) => keys.includes(entry.member));
  const last = entries.findLast((entry) => entry.member === key);
  const moved = sumOf(entries.filter(isTransfer).map(({ amount }) => Number(amount)));
  const strays = pair.twins.filter((twin) => facts.members.get(twin.key) !== stays?.id);
  return [
    ...(Number(last?.balance ?? 0) === 0 ? [] : [rowFinding("points", key, "a merged member has points", last)]),
    ...(moved === 0 ? [] : [rowFinding("points", pair.key, `transfers add up to ${moved}`, ...entries)]),
    ...strays.map((twin) => rowFinding("lost", twin.key, `it does not find the member that stays: ${stays?.key}`)),
  ];
}

/** A card is one member's at most, and somebody's if more additions than removals were answered. */
export const checkCards: Rule = (evidence) => {
  const removed = new Map(askedOf(evidence, "removeCard").map((asked) => [asked.key, asked]));
  return askedOf(evidence, "addCard").flatMap((asked) => {
    const gained = countEffects(asked);
    const lost = countEffects(removed.get(asked.key) ?? { calls: [] });
    const has = evidence.facts.members.has(asked.key) ? 1 : 0;
    return firstBreak(asked, removed.get(asked.key)?.calls ?? [], [
      [has < gained.least - lost.most, "lost", "added, but it is nobody's card"],
      [has > gained.most - lost.least, "unrequested", "removed, or never added, but it finds a member"],
      [gained.least - lost.most > 1, "doubled", "it was given to two members"],
    ]);
  });
};
