import { objects } from "@rewards/domain";
import { groupBy, type Rule, rowFinding } from "./book.ts";

/** The tables of a product's classes, by name. */
const definitions = new Map(objects.map((definition) => [definition.noun, definition]));

/** Every Status moved along its table alone, and what was set aside has a fault of its own. */
export const checkMoves: Rule = ({ facts }) => {
  const byId = groupBy(facts.moves, ({ id }) => id);
  const illegal = facts.moves.filter(({ noun, old, new: to }) => {
    const moves = Object.values(definitions.get(noun)?.transitions ?? {});
    return !moves.some((move) => move.from.includes(old) && move.to === to);
  });
  return illegal.map(({ noun, id, old, new: to }) =>
    rowFinding("moved", id, `${noun} moved from ${old} to ${to}`, ...(byId.get(id) ?? [])),
  );
};

/** Keys of sales that are made to fail. */
export const poisonKey = "poison-";

export const checkSetAside: Rule = ({ facts }) => {
  const keys = new Map([...facts.sales, ...facts.redemptions].map(({ id, key }) => [id, key]));
  return facts.setAside
    .filter(({ id }) => !keys.get(id)?.startsWith(poisonKey))
    .map((row) => rowFinding("setAside", keys.get(row.id) ?? row.id, `set aside: ${row.error}`, row));
};
