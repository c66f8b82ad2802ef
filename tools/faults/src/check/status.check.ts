import { objects } from "@rewards/domain";
import type { Rule } from "./book.ts";
import type { Finding } from "./finding.ts";
import { groupBy } from "./group.ts";

/** The tables of a product's classes, by name. */
const definitions = new Map(objects.map((definition) => [definition.noun, definition]));

/** Every Status moved along its table alone, and what was set aside has a fault of its own. */
export const checkMoves: Rule = ({ facts }) => {
  const byId = groupBy(facts.moves, ({ id }) => id);
  const illegal = facts.moves.filter(({ noun, old, new: to }) => {
    const moves = Object.values(definitions.get(noun)?.transitions ?? {});
    return !moves.some((move) => move.from.includes(old) && move.to === to);
  });
  return illegal.map(
    (move): Finding => ({
      kind: "moved",
      key: move.id,
      message: `${move.noun} moved from ${move.old} to ${move.new}`,
      evidence: byId.get(move.id) ?? [],
    }),
  );
};

/** Keys of sales that are made to fail. */
export const poisonKey = "poison-";

export const checkSetAside: Rule = ({ facts }) => {
  const keys = new Map([...facts.sales, ...facts.redemptions].map(({ id, key }) => [id, key]));
  return facts.setAside
    .filter(({ id }) => !keys.get(id)?.startsWith(poisonKey))
    .map(
      (row): Finding => ({
        kind: "setAside",
        key: keys.get(row.id) ?? row.id,
        message: `set aside: ${row.error}`,
        evidence: [row],
      }),
    );
};
