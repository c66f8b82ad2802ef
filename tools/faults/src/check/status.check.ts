import { objects } from "@rewards/domain";
import { groupBy } from "../list.ts";
import { type Rule, rowFinding } from "./book.ts";

/** Each class's definition by its table name. */
const definitions = new Map(objects.map((definition) => [definition.noun, definition]));

/** Every Status moved only as its table allows, and every record that was set aside is itself faulty. */
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

/** Keys of sales that a fault makes fail. */
export const poisonKey = "poison-";

export const checkSetAside: Rule = ({ facts }) => {
  const keys = new Map([...facts.sales, ...facts.redemptions].map(({ id, key }) => [id, key]));
  return facts.setAside
    .filter(({ id }) => !keys.get(id)?.startsWith(poisonKey))
    .map((row) => rowFinding("setAside", keys.get(row.id) ?? row.id, `set aside: ${row.error}`, row));
};
